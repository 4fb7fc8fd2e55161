import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../../../../-lazy-screen.ts'

const ApiInvoice = onlineScreen(
  () => import('#features/developer/api-invoice-screen.tsx'),
  'ApiInvoiceScreen',
)

export const Route = createFileRoute('/_signed-in/developer/documentation/api/invoice')({
  component: () => <ApiInvoice />,
})
