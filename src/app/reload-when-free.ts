import { isWritingPlace } from '#domain/app/writing-place.ts'

/** What a screen that is left still hands over to be kept, it hands over within this. */
const HAND_OVER_MS = 500
/** Between two looks at whether it is kept. */
const LOOK_MS = 100

/** A sheet or a dialog: what is typed there is nowhere else. */
const OPEN_DIALOG = 'dialog[open], [role="dialog"]'

/** What of the router is needed: where it is, and its steps. */
type Steps = {
  readonly state: { readonly location: { readonly pathname: string } }
  subscribe(
    event: 'onResolved',
    onStep: (step: {
      readonly pathChanged: boolean
      readonly fromLocation?: { readonly pathname: string } | undefined
    }) => void,
  ): unknown
}

type Page = {
  /** Whether something is being written to this phone right now. */
  readonly isKeeping: () => Promise<boolean>
  readonly wait: (ms: number) => Promise<void>
  readonly reload: () => void
}

/**
 * Loads this window anew, since another one brought a new version in: when nobody looks at it, or at its next step to
 * another screen; never on a page or under a sheet where something is being written, nor before what was written on the
 * screen before is kept.
 */
export function reloadWhenFree(router: Steps, { isKeeping, wait, reload }: Page): void {
  const isFree = () =>
    !isWritingPlace(router.state.location.pathname) && document.querySelector(OPEN_DIALOG) === null
  const isUnseen = () => document.visibilityState === 'hidden'
  const reloadOnceKept = async (isWanted: () => boolean) => {
    await wait(HAND_OVER_MS)
    while (await isKeeping()) await wait(LOOK_MS)
    if (isWanted() && isFree()) reload()
  }
  const reloadUnseen = () => {
    if (isUnseen()) void reloadOnceKept(isUnseen)
  }
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    if (!pathChanged) return
    const written = fromLocation !== undefined && isWritingPlace(fromLocation.pathname)
    if (written) void reloadOnceKept(() => true)
    else if (isFree()) reload()
  })
  document.addEventListener('visibilitychange', reloadUnseen)
  reloadUnseen()
}
