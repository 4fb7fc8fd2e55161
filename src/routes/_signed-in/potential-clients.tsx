import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const PotentialClients = onlineScreen(
  () => import('#features/potential-clients/potential-clients-screen.tsx'),
  'PotentialClientsScreen',
)

export const Route = createFileRoute('/_signed-in/potential-clients')({
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loader: () => PotentialClients.preload?.(),
  component: function PotentialClientsRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate()
    return (
      <PotentialClients
        search={search}
        onGo={(next) => void navigate({ to: '/potential-clients', search: next, replace: true })}
        onNew={() => void navigate({ to: '/new-potential-client' })}
        onOpenCompany={(id, certificate) =>
          void navigate({
            to: '/companies',
            search: certificate === undefined ? { id } : { id, certificate },
          })
        }
      />
    )
  },
})
