import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { StoreApi } from 'zustand'
import { useAppContext } from '#app-context/app-context.ts'
import { wasChangedElsewhere } from '#commands/changed-elsewhere.ts'
import { saveDraft } from '#commands/invoices.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { catchUnexpected } from './catch-unexpected.ts'
import type { EditedDraft } from './edited-draft.ts'
import { type Editor, tenderedIfChangeDue } from './editor-store.ts'
import { type Autosave, useAutosave } from './use-autosave.ts'

/** A draft is saved at every change, but is not sent to the company's other phones each time: data costs money. */
const SYNC_DELAY_MS = 5_000

type ChangedElsewhere = {
  /** What was unsaved here is a second draft now. `isOpen`: the person has not left the editor. */
  readonly onSplit: (secondId: string, isOpen: boolean) => void
  /** Nothing was unsaved here: the invoice is to be read again. */
  readonly onStale: () => void
}

/**
 * Saves the draft of an editor on this phone at every change; sends it once the person pauses or leaves. A draft that was
 * changed elsewhere is never overwritten.
 */
export function useDraftAutosave(
  store: StoreApi<Editor>,
  draft: EditedDraft,
  changedElsewhere: ChangedElsewhere,
): Autosave {
  const { account, commands, blocked } = useAppContext()
  const syncTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const debouncedCommands = useMemo(
    () => ({
      ports: commands.ports,
      requestSync: () => {
        clearTimeout(syncTimer.current)
        syncTimer.current = setTimeout(() => {
          syncTimer.current = undefined
          commands.requestSync('enqueued')
        }, SYNC_DELAY_MS)
      },
    }),
    [commands],
  )
  const isOpen = useRef(true)
  const reactions = useRef(changedElsewhere)
  useEffect(() => {
    reactions.current = changedElsewhere
  }, [changedElsewhere])
  const saveContent = useCallback(
    async (content: InvoiceContent) => {
      const input = { ...draft.begin(content), ...tenderedIfChangeDue(store.getState()) }
      const result = await saveDraft(account, debouncedCommands, input)
      if (!result.ok) return result.refusals[0]?.code ?? 'UNEXPECTED'
      const { id } = result.value
      if (!draft.end(content, id)) return undefined
      reactions.current.onSplit(id, isOpen.current)
      return 'INVOICE_CHANGED_ELSEWHERE'
    },
    [store, account, debouncedCommands, draft],
  )
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  useEffect(() => {
    const syncNow = () => {
      if (syncTimer.current === undefined) return
      clearTimeout(syncTimer.current)
      syncTimer.current = undefined
      commands.requestSync('enqueued')
    }
    const hidden = () => {
      if (document.visibilityState === 'hidden') syncNow()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      syncNow()
    }
  }, [commands])
  const autosave = useAutosave(store, saveContent, !blocked)
  const { whenSaved } = autosave
  useEffect(() => {
    const look = async () => {
      const { invoiceId, known } = draft.last
      if (await wasChangedElsewhere(account, invoiceId, known)) reactions.current.onStale()
    }
    draft.lookWith(() => void whenSaved(() => catchUnexpected(look, undefined)))
  }, [account, draft, whenSaved])
  return autosave
}
