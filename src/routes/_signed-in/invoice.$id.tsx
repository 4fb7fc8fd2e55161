import { createFileRoute } from '@tanstack/react-router'
import { wordyScreen } from '../-lazy-screen.ts'

const Receipt = wordyScreen(() => import('#features/receipt/receipt-screen.tsx'), 'ReceiptScreen')

export const Route = createFileRoute('/_signed-in/invoice/$id')({
  loader: () => Receipt.preload?.(),
  component: function InvoiceRoute() {
    const { id } = Route.useParams()
    return <Receipt key={id} invoiceId={id} />
  },
})
