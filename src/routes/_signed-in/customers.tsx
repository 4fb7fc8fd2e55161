import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Customers = screenWithCatalog(
  () => import('#features/customers/customers-screen.tsx'),
  'CustomersScreen',
)

export const Route = createFileRoute('/_signed-in/customers')({
  validateSearch: ({ open, import: file }: Record<string, unknown>): { open?: string; import?: 'csv' } => ({
    ...(typeof open === 'string' ? { open } : {}),
    ...(file === 'csv' ? { import: file } : {}),
  }),
  loader: () => Customers.preload?.(),
  component: function CustomersRoute() {
    const { open, import: file } = Route.useSearch()
    const navigate = useNavigate({ from: '/customers' })
    const close = () => void navigate({ search: {}, replace: true, resetScroll: false })
    return <Customers key={file} openId={open} imports={file === 'csv'} onClosed={close} />
  },
})
