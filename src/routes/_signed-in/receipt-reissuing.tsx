import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Reissuing = onlineScreen(
  () => import('#features/receipt-reissuing/receipt-reissuing-screen.tsx'),
  'ReceiptReissuingScreen',
)

export const Route = createFileRoute('/_signed-in/receipt-reissuing')({
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loader: () => Reissuing.preload?.(),
  component: function ReceiptReissuingRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate()
    const go = (next: Readonly<Record<string, string>>, replace: boolean) =>
      void navigate({ to: '/receipt-reissuing', search: next, replace })
    return <Reissuing search={search} onGo={go} />
  },
})
