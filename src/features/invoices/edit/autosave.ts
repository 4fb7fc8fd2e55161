import type { StoreApi } from 'zustand'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { catchUnexpected } from './catch-unexpected.ts'
import type { Editor } from './editor-store.ts'

/** Long enough for the next letter or tap of a quick person, short enough that a dead battery loses nothing. */
const DEBOUNCE_MS = 200

export type SaveState =
  | { readonly kind: 'untouched' | 'typing' | 'saved' }
  | { readonly kind: 'failed'; readonly code: string }

/** Saves a draft; returns the code of the failure, nothing when it is saved. */
export type SaveContent = (content: InvoiceContent) => Promise<string | undefined>

/** The part of an editor that is saved: its content and how often it was edited. */
export type Edited = Pick<StoreApi<Pick<Editor, 'content' | 'edits'>>, 'getState' | 'subscribe'>

/**
 * Saves a draft while it is edited. Saves never overlap; the latest content wins. `onState` gets `saved` only when
 * there is no later edit: an edit made during a save is still `typing`.
 */
export class Autosaver {
  readonly #store: Edited
  readonly #saveContent: SaveContent
  readonly #onState: (state: SaveState) => void
  #savedEdits = 0
  #running: Promise<string | undefined> = Promise.resolve(undefined)
  #stopped = false

  constructor(store: Edited, saveContent: SaveContent, onState: (state: SaveState) => void) {
    this.#store = store
    this.#saveContent = saveContent
    this.#onState = onState
  }

  /** Saves unsaved changes now, after the save under way. */
  flush(): Promise<string | undefined> {
    const save = () => this.#save()
    this.#running = this.#running.then(save, save)
    return this.#running
  }

  /** Runs `work` after the save under way, where nothing is unsaved then. No save begins before it is done. */
  whenSaved(work: () => Promise<void>): Promise<void> {
    const run = async () => {
      if (!this.#stopped && this.#store.getState().edits === this.#savedEdits) await work()
    }
    const running = this.#running.then(run, run)
    this.#running = running.then(() => undefined)
    return running
  }

  async #save(): Promise<string | undefined> {
    const { content, edits } = this.#store.getState()
    if (this.#stopped || edits === this.#savedEdits) return undefined
    const code = await catchUnexpected(() => this.#saveContent(content), 'UNEXPECTED')
    if (code !== undefined) {
      this.#onState({ kind: 'failed', code })
      return code
    }
    this.#savedEdits = edits
    if (this.#store.getState().edits === edits) this.#onState({ kind: 'saved' })
    return undefined
  }

  /** Saves a moment after each edit, until the returned function is called. */
  watch(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = this.#store.subscribe((now, before) => {
      if (now.edits === before.edits) return
      this.#onState({ kind: 'typing' })
      clearTimeout(timer)
      timer = setTimeout(() => void this.flush(), DEBOUNCE_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }

  /** Stops saving, after the save under way: the invoice is submitted. */
  stop(): Promise<unknown> {
    this.#stopped = true
    return this.#running
  }

  /** Continues saving: the submission was refused. */
  resume(): void {
    this.#stopped = false
  }
}
