import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Customer = screenWithCatalog(() => import('#features/customers/customer-screen.tsx'), 'CustomerScreen')

export const Route = createFileRoute('/_signed-in/customer/$id')({
  loader: () => Customer.preload?.(),
  component: function CustomerRoute() {
    const { id } = Route.useParams()
    return <Customer key={id} customerId={id} />
  },
})
