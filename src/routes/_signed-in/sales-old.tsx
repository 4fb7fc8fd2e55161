import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/sales-old')({
  component: screenWithCatalog(() => import('#features/sales/old-sales-screen.tsx'), 'OldSalesScreen'),
})
