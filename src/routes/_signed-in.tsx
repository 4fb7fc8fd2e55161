import { createFileRoute, Outlet } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'
import { addressWithNext, redirectTo } from './-navigation-guard.ts'

const Frame = lazyScreen(() => import('./-frame.tsx'), 'Frame')

export const Route = createFileRoute('/_signed-in')({
  // Pages besides the specification's list (a receipt, unsent work) are guarded here.
  beforeLoad: ({ context, location }) => {
    if (context.getNavigationSession().user === null) {
      redirectTo(addressWithNext('/login', location.href))
    }
  },
  loader: async ({ context, location }) => {
    const [opened] = await Promise.all([context.openAppContext(), Frame.preload?.()])
    if (opened === null) redirectTo(addressWithNext('/login', location.href))
    return opened
  },
  // Data of one user must never be shown to the next one.
  gcTime: 0,
  component: function SignedIn() {
    return (
      <Frame {...Route.useLoaderData()}>
        <Outlet />
      </Frame>
    )
  },
})
