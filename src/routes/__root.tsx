import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { NotFoundScreen } from '#ui/not-found-screen.tsx'
import { AskedHelp } from './-asked-help.tsx'
import { enforceNavigationRules } from './-navigation-guard.ts'
import type { RouteContext } from './-route-context.ts'

export const Route = createRootRouteWithContext<RouteContext>()({
  beforeLoad: ({ context, location }) => enforceNavigationRules(context, location),
  component: function Root() {
    return (
      <>
        <Outlet />
        <AskedHelp />
      </>
    )
  },
  notFoundComponent: NotFoundScreen,
})
