import { CatchBoundary } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAskedHelp } from '#ui/help-link/asked-help.ts'
import { screenWithCatalog } from './-lazy-screen.ts'

const HelpSheet = screenWithCatalog(() => import('#features/help/help-sheet.tsx'), 'HelpSheet')

const close = () => useAskedHelp.setState({ code: null })

/** Shows what a link of an error asks the help, over any page. If it does not load, the page stays, and a new touch tries again. */
export function AskedHelp() {
  const code = useAskedHelp((state) => state.code)
  if (code === null) return null
  return (
    <CatchBoundary getResetKey={() => code} errorComponent={() => null} onCatch={close}>
      <Suspense>
        <HelpSheet code={code} onClose={close} />
      </Suspense>
    </CatchBoundary>
  )
}
