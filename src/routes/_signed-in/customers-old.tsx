import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/customers-old')({
  component: screenWithCatalog(
    () => import('#features/customers/old-customers-screen.tsx'),
    'OldCustomersScreen',
  ),
})
