import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useState } from 'react'
import type { InvoiceRow } from '#data/rows.ts'
import { noCreditBecause } from '#domain/invoices/credit-note.ts'
import { MOST_MAILS } from '#domain/invoices/invoice-mail.ts'
import { can } from '#domain/permissions/can.ts'
import { readPendingCredits, readPendingMails } from '#sync/pending-documents.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useWorkplace } from '../workplace.ts'
import classes from './receipt.module.css'

/** Loaded at the first touch, or when there is something to show. */
const MailSheet = lazyPart(async () => (await import('./mail-sheet.tsx')).MailSheet)
const MailHistory = lazyPart(async () => (await import('./mail-history.tsx')).MailHistory)
const CreditSheet = lazyPart(async () => (await import('./credit-sheet.tsx')).CreditSheet)
const CreditNotes = lazyPart(async () => (await import('./credit-notes.tsx')).CreditNotes)

/** What happens to an invoice once it is sold: mails to the customer and goods that come back. */
export function AfterSale({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const { db, blocked, session } = useWorkplace()
  const [sheet, setSheet] = useState<'mail' | 'credit' | null>()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const pending = useLiveQuery(() => readPendingCredits(db, row), [db, row]) ?? []
  const waiting = useLiveQuery(() => readPendingMails(db, row), [db, row]) ?? []
  const { user } = session
  const may = (action: 'invoice.credit' | 'invoice.email') =>
    can(
      {
        userId: user.id,
        userType: user.user_type,
        companyId: user.company_id,
        organizationId: user.organization_id,
      },
      action,
      { companyId: row.companyId },
    )
  const canceling = row.pending.kind === 'waiting' && row.pending.cancels !== undefined
  const submits = row.pending.kind === 'waiting' && row.pending.submits
  const alive = row.status !== 'canceled' && row.shown !== 'canceled' && !blocked
  const mailable =
    alive &&
    (row.receipt !== null || submits) &&
    (row.mails?.length ?? 0) < MOST_MAILS &&
    may('invoice.email')
  const credited = { ...row, creditNotes: [...(row.creditNotes ?? []), ...pending] }
  const creditable = alive && !canceling && noCreditBecause(credited) === undefined && may('invoice.credit')
  const open = (which: 'mail' | 'credit') => {
    setOpened((now) => new Set([...now, which]))
    setSheet(which)
  }
  return (
    <>
      {mailable || creditable ? (
        <div className={classes.actions}>
          {mailable ? (
            <Button
              variant="default"
              leftSection={<Icon name="mail" size={18} />}
              onClick={() => open('mail')}
            >
              {t`Email to customer`}
            </Button>
          ) : null}
          {creditable ? (
            <Button
              variant="default"
              leftSection={<Icon name="undo" size={18} />}
              onClick={() => open('credit')}
            >
              {t`Refund`}
            </Button>
          ) : null}
        </div>
      ) : null}
      <Suspense>
        {row.creditNotes || pending.length > 0 ? <CreditNotes row={row} pending={pending} /> : null}
        {row.mails || waiting.length > 0 ? (
          <div className="card">
            <MailHistory row={row} />
          </div>
        ) : null}
        {opened.has('mail') ? (
          <MailSheet row={row} opened={sheet === 'mail'} onClose={() => setSheet(null)} />
        ) : null}
        {opened.has('credit') ? (
          <CreditSheet
            row={row}
            pending={pending}
            opened={sheet === 'credit'}
            onClose={() => setSheet(null)}
          />
        ) : null}
      </Suspense>
    </>
  )
}
