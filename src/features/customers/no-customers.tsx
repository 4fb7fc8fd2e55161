import { useLingui } from '@lingui/react/macro'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'

/** An empty list of customers: of those in use, or of those that are archived. */
export function NoCustomers({ archived }: { archived: boolean }) {
  const { t } = useLingui()
  return archived ? (
    <EmptyState icon="people" title={t`No archived customers`}>
      {t`Customers that you archive are listed here. They are not offered for new invoices.`}
    </EmptyState>
  ) : (
    <EmptyState icon="people" title={t`No customers yet`}>
      {t`Save customers who want receipts in their name. You don't need to save walk-in customers.`}
    </EmptyState>
  )
}
