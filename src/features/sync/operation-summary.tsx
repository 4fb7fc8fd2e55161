import { useLingui } from '@lingui/react/macro'
import { moneyText } from '#domain/money/money-text.ts'
import type { Subject } from './pending-operations.ts'
import { useOperationName } from './use-operation-name.ts'

/** What an operation does, its customer or item, and its amount. */
export function OperationSummary({ type, subject }: { type: string; subject: Subject }) {
  const { t } = useLingui()
  const operationName = useOperationName()
  const { invoice, name, amount, rows } = subject
  return (
    <>
      <strong>{operationName(type)}</strong>
      <span>
        {invoice
          ? `${invoice.customer.name || t`Walk-in customer`} · ${moneyText(amount ?? invoice.totals.totalIncludingTax)}`
          : rows === undefined
            ? name
            : t`Rows: ${rows}`}
      </span>
    </>
  )
}
