import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { PrintLinesButton } from '#blocks/receipt/print-lines-button.tsx'
import { listCollections } from '#data/collections.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import type { PendingCredit } from '#data/pending-documents.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { shareCredits } from '#domain/accounting/share-credits.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Company } from '#domain/companies/company.ts'
import { creditNoteNumber } from '#domain/invoices/credit-note.ts'
import type { CreditNote } from '#domain/invoices/invoice.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { creditNoteLines } from '#domain/receipts/credit-note-lines.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './receipt.module.css'

type Note = Pick<CreditNote, 'id' | 'reason' | 'paidBy' | 'lines' | 'perLetter' | 'total'> & {
  readonly number: number | null
  readonly at: Instant
  readonly by: string
  readonly code: string | null
}

type Props = { readonly row: InvoiceRow; readonly pending: readonly PendingCredit[] }

/** Refunds of an invoice, pending ones included, each that was not refused with a print button; no fiscal receipts. */
export function CreditNotes({ row, pending }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { db, company, session } = useAppContext()
  const me = `${session.user.firstName} ${session.user.lastName}`.trim()
  const notes: Note[] = [
    ...(row.creditNotes ?? []).map((note) => ({ ...note, code: null })),
    ...pending.map((note) => ({ ...note, number: null, by: me })),
  ]
  const numberOf = (note: Note) =>
    note.number === null
      ? translate(msg`The number comes when you are online`)
      : creditNoteNumber(note.number)
  const collections = useLiveQuery(() => listCollections(db, [row.id]), [db, row.id]) ?? []
  const given = notes.filter(({ code }) => code === null)
  const shares = shareCredits({ ...row, creditNotes: given }, collections)
  const sourceOf = (note: Note, company: Company) => ({
    invoice: invoiceFromRow(row),
    company,
    note: { ...note, paidBack: shares.get(note.id)?.paidBack ?? note.total },
  })
  const linesOf = (note: Note) =>
    company
      ? creditNoteLines(sourceOf(note, company), receiptMessages(translate), {
          title: translate(msg`CREDIT NOTE, NOT A FISCAL RECEIPT`),
          number: translate(msg`CREDIT NOTE NUMBER`),
          noNumber: translate(msg`The number comes when you are online`),
          date: translate(msg`DATE`),
          time: translate(msg`TIME`),
          original: translate(msg`ORIGINAL RECEIPT`),
          reason: translate(msg`REASON`),
          paidBack: translate(msg`REFUND METHOD`),
          total: translate(msg`TOTAL REFUNDED`),
          payment: translate(PAYMENT_NAMES[note.paidBy]),
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
              <span>{note.code === null ? numberOf(note) : translate(errorMessage(note.code))}</span>
              <span className="dim small">
                {formatMoment(note.at, today, translate)} · {note.reason}
              </span>
            </span>
            {note.code === null ? (
              <PrintLinesButton db={db} label={t`Credit note`} lines={() => linesOf(note)}>
                {t`Print`}
              </PrintLinesButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
