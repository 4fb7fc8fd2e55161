import { isWritingPlace } from '#domain/app/writing-place.ts'
import type { makeRouter } from '#routes/-make-router.ts'

/**
 * Loads this window anew, since another one brought a new version in: when nobody looks at it, or at its next step to
 * another screen; never on a page where something is being written.
 */
export function reloadWhenFree(router: ReturnType<typeof makeRouter>): void {
  const reload = () => {
    if (!isWritingPlace(router.state.location.pathname)) window.location.reload()
  }
  const reloadUnseen = () => {
    if (document.visibilityState === 'hidden') reload()
  }
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) reload()
  })
  document.addEventListener('visibilitychange', reloadUnseen)
  reloadUnseen()
}
