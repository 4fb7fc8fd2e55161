import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Payment = screenWithCatalog(() => import('#features/payment/payment-screen.tsx'), 'PaymentScreen')

export const Route = createFileRoute('/_signed-in/payment')({
  loader: () => Payment.preload?.(),
  component: () => <Payment />,
})
