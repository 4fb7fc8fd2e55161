import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { NotFoundScreen } from '#ui/not-found-screen.tsx'
import { TroubleScreen } from '#ui/trouble-screen.tsx'
import { followRules } from './-follow-rules.ts'
import type { RouteContext } from './-route-context.ts'

export const Route = createRootRouteWithContext<RouteContext>()({
  beforeLoad: ({ context, location }) => followRules(context.who(), location),
  component: Outlet,
  notFoundComponent: NotFoundScreen,
  errorComponent: TroubleScreen,
})
