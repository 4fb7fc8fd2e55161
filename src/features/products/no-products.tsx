import { useLingui } from '@lingui/react/macro'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'

/** An empty list of products: of those in use, or of inactive ones. */
export function NoProducts({ inactive }: { inactive: boolean }) {
  const { t } = useLingui()
  return inactive ? (
    <EmptyState icon="box" title={t`No inactive products`}>
      {t`Products that you make inactive are listed here. They are not offered for new invoices.`}
    </EmptyState>
  ) : (
    <EmptyState icon="box" title={t`No products yet`}>
      {t`Save your products once, with their prices. Then an invoice takes a few taps.`}
    </EmptyState>
  )
}
