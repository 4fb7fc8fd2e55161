import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { StoreApi } from 'zustand'
import { useAppContext } from '#app-context/app-context.ts'
import { saveDraft } from '#commands/invoices.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { type Editor, tenderedIfChangeDue } from './editor-store.ts'
import { type Autosave, useAutosave } from './use-autosave.ts'

/** A draft is saved at every change, but is not sent to the company's other phones each time: data costs money. */
const SYNC_DELAY_MS = 5_000

/** Saves the draft of an editor on this phone at every change; sends it once the person pauses or leaves. */
export function useDraftAutosave(store: StoreApi<Editor>, invoiceId: string): Autosave {
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
  const saveContent = useCallback(
    async (content: InvoiceContent) => {
      const input = { invoiceId, content, ...tenderedIfChangeDue(store.getState()) }
      const result = await saveDraft(account, debouncedCommands, input)
      if (result.ok) return undefined
      return result.refusals[0]?.code ?? 'UNEXPECTED'
    },
    [store, account, debouncedCommands, invoiceId],
  )
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
  return useAutosave(store, saveContent, !blocked)
}
