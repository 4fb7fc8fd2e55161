import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { readUnlistedCustomers } from '#data/inactive-rows.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'

/** `switched-off`: there are customers, and all of them are archived. */
type Shown = 'archive' | 'switched-off' | 'none'

/** An empty list of customers: of those in use, or of those that are archived. */
export function NoCustomers({ archived }: { archived: boolean }) {
  const { db } = useAppContext()
  const unlisted = useLiveQuery(() => readUnlistedCustomers(db), [db])
  if (archived) return <EmptyCustomers shown="archive" />
  // Those in use are below the part of the list that was read.
  return unlisted === undefined || unlisted === 'in-use' ? null : <EmptyCustomers shown={unlisted} />
}

/** The words of an empty list of customers. */
export function EmptyCustomers({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  switch (shown) {
    case 'archive':
      return (
        <EmptyState icon="people" title={t`No archived customers`}>
          {t`Customers that you archive are listed here. They are not offered for new invoices.`}
        </EmptyState>
      )
    case 'switched-off':
      return (
        <EmptyState icon="people" title={t`No customers in use`}>
          {t`All customers are archived. On the page Customers, choose Archived to see them and put them back on the list.`}
        </EmptyState>
      )
    case 'none':
      return (
        <EmptyState icon="people" title={t`No customers yet`}>
          {t`Save customers who want receipts in their name. You don't need to save walk-in customers.`}
        </EmptyState>
      )
  }
}
