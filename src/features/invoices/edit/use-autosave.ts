import { useEffect, useMemo, useState } from 'react'
import type { StoreApi } from 'zustand'
import { Autosaver, type SaveContent, type SaveState } from './autosave.ts'
import type { Editor } from './editor-store.ts'
import { trackFinalSave } from './final-saves.ts'

/** A draft that is saved while it is edited. */
export type Autosave = {
  readonly state: SaveState
  readonly flush: () => Promise<string | undefined>
  readonly stop: () => Promise<unknown>
  readonly resume: () => void
  readonly whenSaved: (work: () => Promise<void>) => Promise<void>
}

/**
 * Saves the draft on this phone while it is edited: unsaved initial content at once, a moment after each change, when
 * the page is hidden, and when the screen is closed. `saveContent` must stay the same function.
 */
export function useAutosave(store: StoreApi<Editor>, saveContent: SaveContent, enabled: boolean): Autosave {
  const [state, setState] = useState<SaveState>({ kind: 'untouched' })
  const saver = useMemo(
    () =>
      new Autosaver(store, saveContent, (next) =>
        setState((shown) => (shown.kind === 'typing' && next.kind === 'typing' ? shown : next)),
      ),
    [store, saveContent],
  )
  useEffect(() => {
    if (!enabled) return
    void saver.flush()
    const stopWatching = saver.watch()
    const hidden = () => {
      if (document.visibilityState === 'hidden') void saver.flush()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      stopWatching()
      document.removeEventListener('visibilitychange', hidden)
      trackFinalSave(saver.flush())
    }
  }, [saver, enabled])
  const control = useMemo(
    () => ({
      flush: () => saver.flush(),
      stop: () => saver.stop(),
      resume: () => saver.resume(),
      whenSaved: (work: () => Promise<void>) => saver.whenSaved(work),
    }),
    [saver],
  )
  return { state, ...control }
}
