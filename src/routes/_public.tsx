import { createFileRoute, Outlet } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

const PublicFrame = lazyScreen(() => import('#features/landing/public-frame.tsx'), 'PublicFrame')

export const Route = createFileRoute('/_public')({
  loader: () => PublicFrame.preload?.(),
  component: function PublicRoute() {
    const { getNavigationSession: who } = Route.useRouteContext()
    return (
      <PublicFrame signedIn={who().user !== null}>
        <Outlet />
      </PublicFrame>
    )
  },
})
