import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { wordyScreen } from '../-lazy-screen.ts'

const Customers = wordyScreen(() => import('#features/customers/customers-screen.tsx'), 'CustomersScreen')

export const Route = createFileRoute('/_signed-in/customers')({
  validateSearch: (search: Record<string, unknown>): { open?: string } =>
    typeof search['open'] === 'string' ? { open: search['open'] } : {},
  loader: () => Customers.preload?.(),
  component: function CustomersRoute() {
    const { open } = Route.useSearch()
    const navigate = useNavigate({ from: '/customers' })
    return <Customers openId={open} onClosed={() => void navigate({ search: {}, replace: true })} />
  },
})
