import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Receipt = screenWithCatalog(() => import('#features/invoices/view/receipt-screen.tsx'), 'ReceiptScreen')

export const Route = createFileRoute('/_signed-in/invoice/$id')({
  loader: () => Receipt.preload?.(),
  component: function InvoiceRoute() {
    const { id } = Route.useParams()
    return <Receipt key={id} invoiceId={id} />
  },
})
