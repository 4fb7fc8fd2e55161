import { createFileRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { addressWithNext } from './-follow-rules.ts'

const Shell = lazyRouteComponent(() => import('#features/shell/shell.tsx'), 'Shell')

export const Route = createFileRoute('/_signed-in')({
  // Pages beside the specification's list (a receipt, what waits) are guarded here.
  beforeLoad: ({ context, location }) => {
    if (context.who().user === null) {
      throw redirect({ href: addressWithNext('/login', location.href), replace: true })
    }
  },
  loader: async ({ context, location }) => {
    const [opened] = await Promise.all([context.openWorkplace(), Shell.preload?.()])
    if (opened === null) throw redirect({ href: addressWithNext('/login', location.href), replace: true })
    return opened
  },
  // Nothing of one person may be shown to the next one.
  gcTime: 0,
  component: function SignedIn() {
    return (
      <Shell {...Route.useLoaderData()}>
        <Outlet />
      </Shell>
    )
  },
})
