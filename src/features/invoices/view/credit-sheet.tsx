import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { creditInvoice } from '#commands/credit-notes.ts'
import { listCollections } from '#data/collections.ts'
import type { PendingCredit } from '#data/pending-documents.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { shareNextCredit } from '#domain/accounting/share-credits.ts'
import {
  type ChosenQuantities,
  type CreditedInvoice,
  type CreditRequestLine,
  creditFigures,
  fullCreditRequest,
  refuseMissingQuantities,
  remainingLines,
} from '#domain/invoices/credit-note.ts'
import { PAYMENT_TYPES, type PaymentType } from '#domain/invoices/invoice.ts'
import { ZERO_CENTS } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { type Quantity, quantityText } from '#domain/money/quantity.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { QuantityInput } from '#ui/quantity-input/quantity-input.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { useFieldErrors } from '#ui/use-field-errors.tsx'
import classes from './receipt.module.css'
import { useOwnerApproval } from './use-owner-approval.tsx'

type Props = {
  readonly row: InvoiceRow
  /** Pending refunds count as given. */
  readonly pending: readonly PendingCredit[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** Returns goods, all or line by line: how many, why, and how the money is paid back, where it was paid. */
export function CreditSheet({ row, pending, opened, onClose }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { account, commands, db } = useAppContext()
  const toast = useToasts((state) => state.show)
  const invoice: CreditedInvoice = { ...row, creditNotes: [...(row.creditNotes ?? []), ...pending] }
  const creditableLines = remainingLines(invoice).filter(({ quantity }) => quantity > 0)
  const [chosenQuantities, setChosenQuantities] = useState<ChosenQuantities>(new Map())
  const [reason, setReason] = useState('')
  const [paidBy, setPaidBy] = useState<PaymentType>(row.payments[0]?.type ?? 'cash')
  const [refusals, setRefusals] = useState<readonly { path: string; code: string }[]>([])
  const [busy, run] = useAction()
  const { rights, ask, approvalSheet } = useOwnerApproval()
  const errorAt = useFieldErrors(refusals)
  // Lines that were credited meanwhile, here or on another phone, are no longer creditable and are left out.
  const creditRequest: CreditRequestLine[] = creditableLines.flatMap(({ line }) => {
    const quantity = chosenQuantities.get(line.id)
    return quantity === undefined ? [] : [{ lineId: line.id, quantity }]
  })
  const credited = creditFigures(invoice, creditRequest)
  const choose = (lineId: string, quantity: Quantity | undefined | null) => {
    setRefusals([])
    setChosenQuantities((now) => {
      const next = new Map(now)
      if (quantity === null) next.delete(lineId)
      else next.set(lineId, quantity)
      return next
    })
  }
  const chooseAll = () =>
    setChosenQuantities(new Map(fullCreditRequest(invoice).map(({ lineId, quantity }) => [lineId, quantity])))
  const formRef = useRef<HTMLFormElement>(null)
  const refund = async () => {
    const missing = refuseMissingQuantities(invoice, chosenQuantities)
    if (missing.length > 0) {
      setRefusals(missing)
      requestAnimationFrame(() => focusFirstError(formRef.current))
      return
    }
    const approval = rights.refund ? undefined : await ask()
    if (!rights.refund && approval === undefined) return
    const result = await creditInvoice(account, commands, {
      invoiceId: row.id,
      returnedLines: creditRequest,
      reason,
      paidBy,
      ...(approval && { approval }),
    })
    if (result.ok) {
      // The next refund of this invoice starts with an empty form.
      setChosenQuantities(new Map())
      setReason('')
      toast({ tone: 'good', text: t`Refund saved. The credit note gets its number from the server` })
      onClose()
      return
    }
    setRefusals(result.refusals)
  }
  const creditTotal = credited.kind === 'ok' ? credited.figures.total : ZERO_CENTS
  const total = moneyText(creditTotal)
  const collections = useLiveQuery(() => listCollections(db, [row.id]), [db, row.id])
  const given = [...(row.creditNotes ?? []), ...pending.filter(({ code }) => code === null)]
  const share = collections && shareNextCredit({ ...row, creditNotes: given }, collections, creditTotal)
  const isPaidBack = share === undefined || share.applied === 0 || share.paidBack > 0
  const applied = moneyText(share?.applied ?? ZERO_CENTS)
  const paidBack = moneyText(share?.paidBack ?? ZERO_CENTS)
  const whole = errorAt('')
  return (
    <Sheet title={t`Refund`} opened={opened} onClose={onClose}>
      <form
        ref={formRef}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void run(refund)
        }}
      >
        <p className="notice" data-tone="info">
          {t`A credit note is for your own books and is not a fiscal receipt. For TRA the receipt stays as it is: ask for the adjustment in your VAT return.`}
        </p>
        <Button variant="default" onClick={chooseAll}>
          {t`Select all items`}
        </Button>
        <ul className={classes.credits}>
          {creditableLines.map(({ line, quantity }) => {
            const chosen = chosenQuantities.has(line.id)
            const most = quantityText(quantity)
            const figures =
              credited.kind === 'ok'
                ? credited.figures.lines.find((one) => one.lineId === line.id)
                : undefined
            const wrong =
              errorAt(line.id) ??
              (credited.kind === 'refused' && credited.lineId === line.id
                ? t`You can refund at most ${most}`
                : undefined)
            return (
              <li key={line.id}>
                <label className={classes.creditLine}>
                  <input
                    type="checkbox"
                    checked={chosen}
                    onChange={() => choose(line.id, chosen ? null : quantity)}
                  />
                  <span>
                    <strong>{line.description}</strong>
                    <span className="dim small">{t`Left: ${most}`}</span>
                  </span>
                  <span>{figures ? moneyText(figures.amount) : ''}</span>
                </label>
                {chosen ? (
                  <QuantityInput
                    label={line.description}
                    value={chosenQuantities.get(line.id)}
                    onChange={(next) => choose(line.id, next)}
                    onRemove={() => choose(line.id, null)}
                    error={wrong}
                  />
                ) : null}
              </li>
            )
          })}
        </ul>
        {share && share.applied > 0 ? (
          <p role="status">
            {isPaidBack
              ? t`${applied} comes off what the customer owes. Pay back ${paidBack}`
              : t`${applied} comes off what the customer owes. Nothing is paid back`}
          </p>
        ) : null}
        {isPaidBack ? (
          <NativeSelect
            label={t`Refund method`}
            value={paidBy}
            onChange={(event) =>
              setPaidBy(PAYMENT_TYPES.find((type) => type === event.target.value) ?? 'cash')
            }
            data={PAYMENT_TYPES.map((value) => ({ value, label: translate(PAYMENT_NAMES[value]) }))}
          />
        ) : null}
        <Textarea
          label={t`Reason`}
          withAsterisk
          value={reason}
          maxLength={255}
          rows={2}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setRefusals([])
          }}
          error={errorAt('reason')}
        />
        {whole ? (
          <p className="notice" data-tone="bad" role="alert">
            {whole}
          </p>
        ) : null}
        <Button type="submit" loading={busy} disabled={credited.kind === 'refused'}>
          {t`Refund ${total}`}
        </Button>
      </form>
      {approvalSheet}
    </Sheet>
  )
}
