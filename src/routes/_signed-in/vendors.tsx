import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Vendors = screenWithCatalog(
  () => import('#features/expenses/vendors/vendors-screen.tsx'),
  'VendorsScreen',
)

export const Route = createFileRoute('/_signed-in/vendors')({
  validateSearch: (search: Record<string, unknown>): { open?: string } =>
    typeof search['open'] === 'string' ? { open: search['open'] } : {},
  loader: () => Vendors.preload?.(),
  component: function VendorsRoute() {
    const { open } = Route.useSearch()
    const navigate = useNavigate({ from: '/vendors' })
    return (
      <Vendors
        openId={open}
        onClosed={() => void navigate({ search: {}, replace: true, resetScroll: false })}
      />
    )
  },
})
