import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const OwnCompany = onlineScreen(
  () => import('#features/companies/own-company-screen.tsx'),
  'OwnCompanyScreen',
)

export const Route = createFileRoute('/_signed-in/company')({
  loader: () => OwnCompany.preload?.(),
  component: OwnCompany,
})
