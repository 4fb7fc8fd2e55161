import { createFileRoute, Outlet } from '@tanstack/react-router'
import { lazyPart } from '#ui/lazy-part.tsx'
import { addressWithNext, goTo } from './-follow-rules.ts'
import { lazyScreen } from './-lazy-screen.ts'

const Shell = lazyScreen(() => import('#features/shell/shell.tsx'), 'Shell')

const SyncSheet = lazyPart(async () => (await import('#features/sync/sync-sheet.tsx')).SyncSheet)

const CopyOfWork = lazyPart(async () => (await import('#features/sync/copy-of-work.tsx')).CopyOfWork)

export const Route = createFileRoute('/_signed-in')({
  // Pages beside the specification's list (a receipt, what waits) are guarded here.
  beforeLoad: ({ context, location }) => {
    if (context.who().user === null) {
      goTo(addressWithNext('/login', location.href))
    }
  },
  loader: async ({ context, location }) => {
    const [opened] = await Promise.all([context.openWorkplace(), Shell.preload?.()])
    if (opened === null) goTo(addressWithNext('/login', location.href))
    return opened
  },
  // Nothing of one person may be shown to the next one.
  gcTime: 0,
  component: function SignedIn() {
    return (
      <Shell {...Route.useLoaderData()} syncSheet={SyncSheet} copyOfWork={CopyOfWork}>
        <Outlet />
      </Shell>
    )
  },
})
