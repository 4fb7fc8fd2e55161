import { useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { cancelInvoice, isUnknownWhetherNumbered } from '#commands/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { useFieldErrors } from '#ui/use-field-errors.tsx'
import { useOwnerApproval } from './use-owner-approval.tsx'

type Props = { readonly row: InvoiceRow; readonly opened: boolean; readonly onClose: () => void }

/** Cancels an invoice. For a numbered one it asks for a reason, and says what canceling does not do. */
export function CancelDialog({ row, opened, onClose }: Props) {
  const { t } = useLingui()
  const { account, commands } = useAppContext()
  const toast = useToasts((state) => state.show)
  const [reason, setReason] = useState('')
  const [code, setCode] = useState<string>()
  const [busy, run] = useAction()
  const { rights, ask, approvalSheet } = useOwnerApproval()
  const errorAt = useFieldErrors(code === undefined ? [] : [{ path: 'reason', code }])
  const numbered = row.receipt !== null
  const unknown = useLiveQuery(() => isUnknownWhetherNumbered(account, row.id), [account, row.id])
  /** One that may have been numbered already needs a reason too. */
  const needsReason = numbered || unknown === true
  const cancel = async () => {
    if (needsReason && reason.trim() === '') {
      setCode('INVOICE_CANCEL_REASON_REQUIRED')
      return
    }
    const approval = numbered && !rights.cancel ? await ask() : undefined
    if (numbered && !rights.cancel && approval === undefined) return
    const result = await cancelInvoice(account, commands, {
      ...{ invoiceId: row.id, reason: reason.trim() },
      ...(approval && { approval }),
    })
    if (result.ok) {
      toast({
        tone: 'good',
        text:
          result.value.shown === 'canceled'
            ? t`Invoice canceled`
            : t`Cancellation saved. It takes effect when it reaches the server`,
      })
      onClose()
      return
    }
    setCode(result.refusals[0]?.code)
  }
  return (
    <Sheet opened={opened} onClose={onClose} title={t`Cancel the invoice`} height="dialog">
      <div className="stack">
        {numbered ? (
          <p>
            {t`The receipt has its TRA number and counts at TRA, even while it is still being sent. Canceling changes your books only. To get the tax back, ask for an adjustment in your VAT return or at your TRA office.`}
          </p>
        ) : needsReason ? (
          <p>{t`This invoice is being sent. If it gets a TRA number first, it will be canceled in your books only.`}</p>
        ) : (
          <p>{t`TRA has not received this invoice. It stays in the list as canceled.`}</p>
        )}
        <Textarea
          label={t`Reason`}
          withAsterisk={needsReason}
          value={reason}
          maxLength={255}
          rows={3}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setCode(undefined)
          }}
          error={errorAt('reason')}
          data-autofocus
        />
        <div className="actions">
          <Button variant="default" onClick={onClose}>
            {t`Back`}
          </Button>
          <Button data-tone="grave" onClick={() => void run(cancel)} loading={busy}>
            {t`Cancel the invoice`}
          </Button>
        </div>
      </div>
      {approvalSheet}
    </Sheet>
  )
}
