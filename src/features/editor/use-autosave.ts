import { useCallback, useEffect, useRef, useState } from 'react'
import type { StoreApi } from 'zustand'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import type { Editor } from './editor-store.ts'
import { leaveEditor } from './left-editors.ts'
import { unbroken } from './unbroken.ts'

/** Long enough for the next letter or tap of somebody quick, short enough that a dead battery takes nothing. */
const QUIET_MS = 200

export type SaveState =
  | { readonly kind: 'untouched' | 'typing' | 'saved' }
  | { readonly kind: 'failed'; readonly code: string }

/** Keeps a draft; gives the code of what stood in the way, nothing when it is kept. */
export type Keep = (content: InvoiceContent) => Promise<string | undefined>

/** A draft that is kept while it is written. */
export type Autosave = {
  readonly state: SaveState
  /** Keeps what was not kept yet, now. */
  readonly flush: () => Promise<string | undefined>
  /** Ends the saving, after the one under way: the invoice is submitted. */
  readonly stop: () => Promise<unknown>
  /** Goes on saving: the submission was refused. */
  readonly goOn: () => void
}

/**
 * Keeps the draft on this phone while it is written: at once what it began with unkept, a moment after each change,
 * when the page is hidden, and when the screen is left. Saves never overlap; the latest contents win. `keep` must stay the same function.
 */
export function useAutosave(store: StoreApi<Editor>, keep: Keep, enabled: boolean): Autosave {
  const [state, setState] = useState<SaveState>({ kind: 'untouched' })
  const kept = useRef(0)
  const running = useRef<Promise<string | undefined>>(Promise.resolve(undefined))
  const stopped = useRef(false)

  const flush = useCallback(() => {
    const save = async (): Promise<string | undefined> => {
      const { content, edits } = store.getState()
      if (stopped.current || edits === kept.current) return undefined
      const code = await unbroken(() => keep(content), 'UNEXPECTED')
      if (code === undefined) kept.current = edits
      setState(code === undefined ? { kind: 'saved' } : { kind: 'failed', code })
      return code
    }
    running.current = running.current.then(save, save)
    return running.current
  }, [store, keep])

  useEffect(() => {
    if (!enabled) return
    void flush()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopWatching = store.subscribe((now, before) => {
      if (now.edits === before.edits) return
      setState((shown) => (shown.kind === 'typing' ? shown : { kind: 'typing' }))
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), QUIET_MS)
    })
    const hidden = () => {
      if (document.visibilityState === 'hidden') void flush()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearTimeout(timer)
      stopWatching()
      document.removeEventListener('visibilitychange', hidden)
      leaveEditor(flush())
    }
  }, [store, flush, enabled])

  return {
    state,
    flush,
    stop: useCallback(() => {
      stopped.current = true
      return running.current
    }, []),
    goOn: useCallback(() => {
      stopped.current = false
    }, []),
  }
}
