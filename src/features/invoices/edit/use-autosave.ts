import { useCallback, useEffect, useRef, useState } from 'react'
import type { StoreApi } from 'zustand'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { catchUnexpected } from './catch-unexpected.ts'
import type { Editor } from './editor-store.ts'
import { trackFinalSave } from './final-saves.ts'

/** Long enough for the next letter or tap of a quick person, short enough that a dead battery loses nothing. */
const DEBOUNCE_MS = 200

export type SaveState =
  | { readonly kind: 'untouched' | 'typing' | 'saved' }
  | { readonly kind: 'failed'; readonly code: string }

/** Saves a draft; returns the code of the failure, nothing when it is saved. */
export type SaveContent = (content: InvoiceContent) => Promise<string | undefined>

/** A draft that is saved while it is edited. */
export type Autosave = {
  readonly state: SaveState
  /** Saves unsaved changes now. */
  readonly flush: () => Promise<string | undefined>
  /** Stops saving, after the save under way: the invoice is submitted. */
  readonly stop: () => Promise<unknown>
  /** Continues saving: the submission was refused. */
  readonly resume: () => void
}

/**
 * Saves the draft on this phone while it is edited: unsaved initial content at once, a moment after each change, when
 * the page is hidden, and when the screen is closed. Saves never overlap; the latest content wins. `saveContent` must
 * stay the same function.
 */
export function useAutosave(store: StoreApi<Editor>, saveContent: SaveContent, enabled: boolean): Autosave {
  const [state, setState] = useState<SaveState>({ kind: 'untouched' })
  const savedEdits = useRef(0)
  const running = useRef<Promise<string | undefined>>(Promise.resolve(undefined))
  const stopped = useRef(false)

  const flush = useCallback(() => {
    const save = async (): Promise<string | undefined> => {
      const { content, edits } = store.getState()
      if (stopped.current || edits === savedEdits.current) return undefined
      const code = await catchUnexpected(() => saveContent(content), 'UNEXPECTED')
      if (code === undefined) savedEdits.current = edits
      setState(code === undefined ? { kind: 'saved' } : { kind: 'failed', code })
      return code
    }
    running.current = running.current.then(save, save)
    return running.current
  }, [store, saveContent])

  useEffect(() => {
    if (!enabled) return
    void flush()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopWatching = store.subscribe((now, before) => {
      if (now.edits === before.edits) return
      setState((shown) => (shown.kind === 'typing' ? shown : { kind: 'typing' }))
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), DEBOUNCE_MS)
    })
    const hidden = () => {
      if (document.visibilityState === 'hidden') void flush()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearTimeout(timer)
      stopWatching()
      document.removeEventListener('visibilitychange', hidden)
      trackFinalSave(flush())
    }
  }, [store, flush, enabled])

  return {
    state,
    flush,
    stop: useCallback(() => {
      stopped.current = true
      return running.current
    }, []),
    resume: useCallback(() => {
      stopped.current = false
    }, []),
  }
}
