import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { PrintedPage } from '#blocks/receipt/printed-page.tsx'
import { ReceiptPaper } from '#blocks/receipt/receipt-paper.tsx'
import { plainInvoice } from '#data/invoices.ts'
import { readMeta } from '#data/meta.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { creditNoteNumber } from '#domain/invoices/credit-note.ts'
import type { CreditNote } from '#domain/invoices/invoice.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { creditNoteLines } from '#domain/receipts/credit-note-lines.ts'
import { momentInWords } from '#i18n/date-words.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { receiptWords } from '#i18n/receipt-words.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useSay } from '#i18n/use-say.ts'
import type { PendingCredit } from '#sync/pending-documents.ts'
import { Icon } from '#ui/icon.tsx'
import { useToday, useWorkplace } from '../workplace.ts'
import classes from './receipt.module.css'

type Note = Pick<CreditNote, 'id' | 'reason' | 'paidBy' | 'lines' | 'perLetter' | 'total'> & {
  readonly number: number | null
  readonly at: Instant
  readonly by: string
  readonly code: string | null
}

type Props = { readonly row: InvoiceRow; readonly pending: readonly PendingCredit[] }

/** Refunds of an invoice, those that wait included, each to be printed as what it is: no fiscal receipt. */
export function CreditNotes({ row, pending }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const today = useToday()
  const { db, company, session } = useWorkplace()
  const size = useLiveQuery(async () => (await readMeta(db, 'printing'))?.paper ?? '80', [db]) ?? '80'
  const [printed, setPrinted] = useState<Note>()
  const me = `${session.user.firstName} ${session.user.lastName}`.trim()
  const notes: Note[] = [
    ...(row.creditNotes ?? []).map((note) => ({ ...note, code: null })),
    ...pending.map((note) => ({ ...note, number: null, by: me })),
  ]
  const numberOf = (note: Note) =>
    note.number === null ? say(msg`The number comes when you are online`) : creditNoteNumber(note.number)
  const linesOf = (note: Note) =>
    company
      ? creditNoteLines({ invoice: plainInvoice(row), company, note }, receiptWords(say), {
          title: say(msg`CREDIT NOTE, NOT A FISCAL RECEIPT`),
          number: say(msg`CREDIT NOTE NUMBER`),
          noNumber: say(msg`The number comes when you are online`),
          date: say(msg`DATE`),
          time: say(msg`TIME`),
          original: say(msg`ORIGINAL RECEIPT`),
          reason: say(msg`REASON`),
          paidBack: say(msg`REFUND METHOD`),
          total: say(msg`TOTAL REFUNDED`),
          payment: say(PAYMENT_NAMES[note.paidBy]),
        })
      : []
  return (
    <section className="card stack" aria-label={t`Refunds`}>
      <h2 className="section-title">{t`Refunds`}</h2>
      <ul className={classes.mails}>
        {notes.map((note) => (
          <li key={note.id} data-bad={note.code !== null}>
            <Icon name={note.code !== null ? 'alert' : note.number === null ? 'clock' : 'undo'} size={18} />
            <span>
              <strong>{moneyText(note.total)}</strong>
              <span>{note.code === null ? numberOf(note) : say(errorMessage(note.code))}</span>
              <span className="dim small">
                {momentInWords(note.at, today, say)} · {note.reason}
              </span>
            </span>
            <Button
              variant="default"
              leftSection={<Icon name="printer" size={18} />}
              onClick={() => setPrinted(note)}
            >
              {t`Print`}
            </Button>
          </li>
        ))}
      </ul>
      {printed ? (
        <PrintedPage
          size={size}
          onDone={() => setPrinted(undefined)}
          papers={[
            {
              key: printed.id,
              paper: (
                <ReceiptPaper
                  lines={linesOf(printed)}
                  size={size}
                  label={t`Credit note`}
                  qrLabel={t`QR code to verify this receipt`}
                />
              ),
            },
          ]}
        />
      ) : null}
    </section>
  )
}
