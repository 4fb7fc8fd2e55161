import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext, useSendsImmediately } from '#app-context/app-context.ts'
import { useCan } from '#app-context/use-can.ts'
import { SHARE_ICONS } from '#blocks/receipt/sharing-icons.ts'
import { canTakeBack, repairInvoice, takeBack } from '#commands/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { leftUnpaid } from '#domain/collections/unpaid-at-sale.ts'
import { isRepairable } from '#domain/invoices/repair-content.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { CommandResult } from '#sync/outbox/command-result.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { submitAsSeen } from '../submit-as-seen.ts'
import { ActionBar } from './action-bar.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { type ReceiptSheet, ReceiptSheets } from './receipt-sheets.tsx'
import { useAfterSale } from './use-after-sale.ts'
import type { PendingDocuments } from './use-pending-documents.ts'

/** What is open over the receipt. */
type ReceiptDialog = 'submit' | 'cancel' | 'repair' | ReceiptSheet

/** The actions that the invoice's status allows; no action is offered that would be refused. */
export function ReceiptActions({ row, pending }: { row: InvoiceRow; pending: PendingDocuments }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const navigate = useNavigate()
  const toast = useToasts((state) => state.show)
  const { account, db, commands, blocked, trackUsage } = useAppContext()
  const sendsImmediately = useSendsImmediately()
  const [dialog, setDialog] = useState<ReceiptDialog | null>(null)
  const [busy, run] = useAction()
  const maySubmit = useCan()('invoice.submit', { companyId: row.companyId })
  const draft = row.status === 'draft' && (row.shown === 'draft' || row.shown === 'attention')
  const neverSent = useLiveQuery(() => canTakeBack(account, row.id), [account, row.id])
  const mayTakeBack = row.shown === 'waiting' && neverSent === true
  const repairable = row.receipt !== null && isRepairable(row.receipt) && row.pending.kind === 'none'

  /** Runs a command and shows its result; `undefined` when it failed, which is shown too. */
  const runAndNotify = async (
    command: () => Promise<CommandResult<InvoiceRow>>,
    done: string,
  ): Promise<boolean | undefined> => {
    const result = await run(command)
    setDialog(null)
    if (!result) return undefined
    if (result.ok) {
      toast({ tone: 'good', text: done })
      return true
    }
    const code = result.refusals[0]?.code
    toast({ tone: 'bad', code: code ?? 'UNEXPECTED', text: translate(errorMessage(code ?? 'UNEXPECTED')) })
    return false
  }
  const submit = async () => {
    const sent = await runAndNotify(
      () => submitAsSeen(account, commands, row, trackUsage),
      sendsImmediately
        ? t`Saved on this phone. It is being sent to TRA`
        : t`Saved on this phone. It will be sent when you are online`,
    )
    // The editor shows every refusal at its field.
    if (sent === false) await navigate({ to: `/edit-invoice/${row.id}` })
  }
  const afterSale = useAfterSale(row, pending)
  const unpaid = leftUnpaid(row)
  // In the order of their importance now: the first two are always in reach.
  const actions = [
    draft && maySubmit ? (
      <Button key="submit" onClick={() => setDialog('submit')} disabled={blocked}>
        {t`Submit to TRA`}
      </Button>
    ) : null,
    draft && maySubmit ? (
      <Button
        key="edit"
        variant="default"
        component={Link}
        to={`/edit-invoice/${row.id}`}
        leftSection={<Icon name="pencil" size={18} />}
      >
        {t`Edit`}
      </Button>
    ) : null,
    afterSale.has('invoice.repair') ? (
      <Button key="repair" onClick={() => setDialog('repair')}>{t`Repair and send again`}</Button>
    ) : null,
    <Button
      key="print"
      variant={row.receipt && !repairable ? 'filled' : 'default'}
      leftSection={<Icon name="printer" size={18} />}
      onClick={() => setDialog('print')}
    >
      {t`Print`}
    </Button>,
    <Button
      key="share"
      variant="default"
      leftSection={<Icon name={SHARE_ICONS.share} size={18} />}
      onClick={() => setDialog('share')}
    >
      {t`Share`}
    </Button>,
    mayTakeBack ? (
      <Button
        key="take-back"
        variant="default"
        leftSection={<Icon name="undo" size={18} />}
        loading={busy}
        onClick={() =>
          void runAndNotify(() => takeBack(account, commands, { invoiceId: row.id }), t`It is a draft again`)
        }
      >
        {t`Back to draft`}
      </Button>
    ) : null,
    afterSale.has('invoice.email') ? (
      <Button
        key="mail"
        variant="default"
        leftSection={<Icon name="mail" size={18} />}
        onClick={() => setDialog('mail')}
      >
        {t`Email to customer`}
      </Button>
    ) : null,
    afterSale.has('invoice.credit') ? (
      <Button
        key="credit"
        variant="default"
        leftSection={<Icon name="undo" size={18} />}
        onClick={() => setDialog('credit')}
      >
        {t`Refund`}
      </Button>
    ) : null,
    <Button
      key="repeat"
      variant="default"
      leftSection={<Icon name="copy" size={18} />}
      onClick={() => void navigate({ to: '/new-invoice', search: { from: row.id } })}
    >
      {t`Repeat this sale`}
    </Button>,
    afterSale.has('invoice.cancel') ? (
      <Button
        key="cancel"
        variant="subtle"
        data-tone="danger"
        leftSection={<Icon name="ban" size={18} />}
        onClick={() => setDialog('cancel')}
      >
        {t`Cancel the invoice`}
      </Button>
    ) : null,
  ].filter((action) => action !== null)
  return (
    <>
      <ActionBar actions={actions} />
      <ConfirmDialog
        title={t`Submit to TRA`}
        confirmLabel={t`Submit to TRA`}
        opened={dialog === 'submit'}
        busy={busy}
        onConfirm={() => void submit()}
        onClose={() => setDialog(null)}
      >
        {unpaid > 0 ? <p>{t`Not paid yet: ${moneyText(unpaid)}`}</p> : null}
        <p>{t`A submitted invoice cannot be edited or reversed. Continue?`}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t`Repair and send again`}
        confirmLabel={t`Repair and send again`}
        opened={dialog === 'repair'}
        busy={busy}
        onConfirm={() =>
          void runAndNotify(
            () => repairInvoice(account, commands, { invoiceId: row.id }),
            t`Repair saved. Sending it to TRA`,
          )
        }
        onClose={() => setDialog(null)}
      >
        <p>
          {t`TRA could not read this receipt. The repair replaces characters in names and descriptions that TRA does not support. Number, date, time and amounts stay the same.`}
        </p>
      </ConfirmDialog>
      <CancelDialog row={row} opened={dialog === 'cancel'} onClose={() => setDialog(null)} />
      <ReceiptSheets db={db} row={row} pending={pending} open={dialog} onClose={() => setDialog(null)} />
    </>
  )
}
