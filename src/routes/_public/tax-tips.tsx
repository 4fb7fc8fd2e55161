import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const TaxTips = screenWithCatalog(() => import('#features/tax-tips/tax-tips-screen.tsx'), 'TaxTipsScreen')

export const Route = createFileRoute('/_public/tax-tips')({
  loader: () => TaxTips.preload?.(),
  component: function TaxTipsRoute() {
    const { callPublic } = Route.useRouteContext()
    return <TaxTips call={callPublic} />
  },
})
