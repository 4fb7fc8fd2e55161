import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { readUnlistedProducts } from '#data/inactive-rows.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'

/** `switched-off`: there are products, and all of them are inactive. */
type Shown = 'inactive' | 'switched-off' | 'none'

/** An empty list of products: of those in use, or of inactive ones. */
export function NoProducts({ inactive }: { inactive: boolean }) {
  const { db } = useAppContext()
  const unlisted = useLiveQuery(() => readUnlistedProducts(db), [db])
  if (inactive) return <EmptyProducts shown="inactive" />
  // Those in use are below the part of the list that was read.
  return unlisted === undefined || unlisted === 'in-use' ? null : <EmptyProducts shown={unlisted} />
}

/** The words of an empty list of products. */
export function EmptyProducts({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  switch (shown) {
    case 'inactive':
      return (
        <EmptyState icon="box" title={t`No inactive products`}>
          {t`Products that you make inactive are listed here. They are not offered for new invoices.`}
        </EmptyState>
      )
    case 'switched-off':
      return (
        <EmptyState icon="box" title={t`No products in use`}>
          {t`All products are inactive. Choose Inactive to see them and make them active again.`}
        </EmptyState>
      )
    case 'none':
      return (
        <EmptyState icon="box" title={t`No products yet`}>
          {t`Save your products once, with their prices. Then an invoice takes a few taps.`}
        </EmptyState>
      )
  }
}
