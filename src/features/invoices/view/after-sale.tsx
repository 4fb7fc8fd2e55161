import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { creditRefusalOf } from '#domain/invoices/credit-note.ts'
import { MAX_MAILS } from '#domain/invoices/invoice-mail.ts'
import { can } from '#domain/permissions/can.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { CreditNotes } from './credit-notes.tsx'
import { MailHistory } from './mail-history.tsx'
import classes from './receipt.module.css'
import type { PendingDocuments } from './use-pending-documents.ts'

/** Loaded at the first touch. */
const MailSheet = lazyComponent(async () => (await import('./mail-sheet.tsx')).MailSheet)
const CreditSheet = lazyComponent(async () => (await import('./credit-sheet.tsx')).CreditSheet)

/** What happens to an invoice after the sale: e-mails to the customer and returned goods. */
export function AfterSale({ row, waiting }: { row: InvoiceRow; waiting: PendingDocuments }) {
  const { t } = useLingui()
  const { blocked, session } = useAppContext()
  const [sheet, setSheet] = useState<'mail' | 'credit' | null>()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
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
  const canMail =
    alive && (row.receipt !== null || submits) && (row.mails?.length ?? 0) < MAX_MAILS && may('invoice.email')
  const withPendingCredits = { ...row, creditNotes: [...(row.creditNotes ?? []), ...waiting.credits] }
  const canCredit =
    alive && !canceling && creditRefusalOf(withPendingCredits) === undefined && may('invoice.credit')
  const open = (which: 'mail' | 'credit') => {
    setOpened((now) => new Set([...now, which]))
    setSheet(which)
  }
  return (
    <>
      {canMail || canCredit ? (
        <div className={classes.actions}>
          {canMail ? (
            <Button
              variant="default"
              leftSection={<Icon name="mail" size={18} />}
              onClick={() => open('mail')}
            >
              {t`Email to customer`}
            </Button>
          ) : null}
          {canCredit ? (
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
      {row.creditNotes || waiting.credits.length > 0 ? (
        <CreditNotes row={row} pending={waiting.credits} />
      ) : null}
      {row.mails || waiting.mails.length > 0 ? (
        <div className="card">
          <MailHistory row={row} pending={waiting.mails} />
        </div>
      ) : null}
      <Suspense>
        {opened.has('mail') ? (
          <MailSheet
            row={row}
            waiting={waiting.mails}
            opened={sheet === 'mail'}
            onClose={() => setSheet(null)}
          />
        ) : null}
        {opened.has('credit') ? (
          <CreditSheet
            row={row}
            pending={waiting.credits}
            opened={sheet === 'credit'}
            onClose={() => setSheet(null)}
          />
        ) : null}
      </Suspense>
    </>
  )
}
