import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

const Receipt = lazyRouteComponent(() => import('#features/receipt/receipt-screen.tsx'), 'ReceiptScreen')

export const Route = createFileRoute('/_signed-in/invoice/$id')({
  loader: () => Receipt.preload?.(),
  component: function InvoiceRoute() {
    const { id } = Route.useParams()
    return <Receipt key={id} invoiceId={id} />
  },
})
