import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/customers')({
  component: lazyRouteComponent(() => import('#features/customers/customers-screen.tsx'), 'CustomersScreen'),
})
