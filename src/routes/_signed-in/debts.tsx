import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/debts')({
  component: screenWithCatalog(() => import('#features/customers/debts-screen.tsx'), 'DebtsScreen'),
})
