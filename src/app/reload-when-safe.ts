import { isEditingPath } from '#domain/app/editing-path.ts'

/** A closed screen starts its last save within this time. */
const FINAL_SAVE_MS = 500
/** Interval between two checks whether it is saved. */
const POLL_MS = 100

/** A sheet, a dialog, or a form with changes beside a table: what is typed there is stored nowhere else. */
const UNSAVED_INPUT = 'dialog[open], [role="dialog"], [data-unsaved]'

/** The part of the router that is needed: its location and its events. */
type NavigationEvents = {
  readonly state: { readonly location: { readonly pathname: string } }
  subscribe(
    event: 'onResolved',
    listener: (event: {
      readonly pathChanged: boolean
      readonly fromLocation?: { readonly pathname: string } | undefined
    }) => void,
  ): unknown
}

type PageActions = {
  /** Whether something is being written to this phone right now. */
  readonly isSaving: () => Promise<boolean>
  readonly wait: (ms: number) => Promise<void>
  readonly reload: () => void
}

/**
 * Reloads this window after another one activated a new version: while the window is hidden, or at the next change of
 * screen. Never on a page, under a dialog or beside a form where the person is editing, and never before edits of the
 * screen before are saved.
 */
export function reloadWhenSafe(
  router: NavigationEvents,
  { isSaving: isKeeping, wait, reload }: PageActions,
): void {
  const isSafeToReload = () =>
    !isEditingPath(router.state.location.pathname) && document.querySelector(UNSAVED_INPUT) === null
  const isHidden = () => document.visibilityState === 'hidden'
  const reloadOnceSaved = async (isStillWanted: () => boolean) => {
    await wait(FINAL_SAVE_MS)
    while (await isKeeping()) await wait(POLL_MS)
    if (isStillWanted() && isSafeToReload()) reload()
  }
  const reloadIfHidden = () => {
    if (isHidden()) void reloadOnceSaved(isHidden)
  }
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    if (!pathChanged) return
    const leftWritingPlace = fromLocation !== undefined && isEditingPath(fromLocation.pathname)
    if (leftWritingPlace) void reloadOnceSaved(() => true)
    else if (isSafeToReload()) reload()
  })
  document.addEventListener('visibilitychange', reloadIfHidden)
  reloadIfHidden()
}
