import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { StoreApi } from 'zustand'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { saveDraft } from '#sync/commands/invoices.ts'
import { useWorkplace } from '../workplace.ts'
import { type Editor, handedOver } from './editor-store.ts'
import { type Autosave, useAutosave } from './use-autosave.ts'

/** A draft is kept at every change, but the company's other phones need not hear of each: data costs money. */
const TELL_MS = 5_000

/** Keeps the draft of an editor on this phone as it is written; it travels once the person pauses or leaves. */
export function useDraftKeeping(store: StoreApi<Editor>, invoiceId: string): Autosave {
  const { account, commands, blocked } = useWorkplace()
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const quietly = useMemo(
    () => ({
      ports: commands.ports,
      kick: () => {
        clearTimeout(telling.current)
        telling.current = setTimeout(() => {
          telling.current = undefined
          commands.kick('enqueued')
        }, TELL_MS)
      },
    }),
    [commands],
  )
  const keep = useCallback(
    async (content: InvoiceContent) => {
      const written = { invoiceId, content, ...handedOver(store.getState()) }
      const kept = await saveDraft(account, quietly, written)
      if (kept.kind === 'kept') return undefined
      return kept.kind === 'not-kept' ? kept.code : (kept.refusals[0]?.code ?? 'UNEXPECTED')
    },
    [store, account, quietly, invoiceId],
  )
  useEffect(() => {
    const tell = () => {
      if (telling.current === undefined) return
      clearTimeout(telling.current)
      telling.current = undefined
      commands.kick('enqueued')
    }
    const hidden = () => {
      if (document.visibilityState === 'hidden') tell()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      tell()
    }
  }, [commands])
  return useAutosave(store, keep, !blocked)
}
