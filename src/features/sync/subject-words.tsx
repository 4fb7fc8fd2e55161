import { useLingui } from '@lingui/react/macro'
import { moneyText } from '#domain/money/money-text.ts'
import type { Subject } from './owed-work.ts'
import { useWorkNames } from './use-work-names.ts'

/** What an operation does and whom and how much it is about. */
export function SubjectWords({ type, subject }: { type: string; subject: Subject }) {
  const { t } = useLingui()
  const nameOf = useWorkNames()
  const { invoice, name } = subject
  return (
    <>
      <strong>{nameOf(type)}</strong>
      <span>
        {invoice
          ? `${invoice.customer.name || t`Walk-in customer`} · ${moneyText(invoice.totals.totalIncludingTax)}`
          : name}
      </span>
    </>
  )
}
