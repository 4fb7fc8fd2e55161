import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { StoreApi } from 'zustand'
import { writeMeta } from '#data/meta.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { saveDraft } from '#sync/commands/invoices.ts'
import { useWorkplace } from '../workplace.ts'
import type { Editor } from './editor-store.ts'
import { type Autosave, useAutosave } from './use-autosave.ts'

/** A draft is kept at every change, but the company's other phones need not hear of each: data costs money. */
const TELL_MS = 5_000

export type DraftKeeping = Autosave & {
  /** Keeps what was handed over where change is due: a reload must not leave the customer waiting for it. */
  readonly keepHanded: () => Promise<void>
}

/** Keeps the draft of an editor on this phone as it is written; it travels once the person pauses or leaves. */
export function useDraftKeeping(store: StoreApi<Editor>, invoiceId: string): DraftKeeping {
  const { account, commands, db, blocked } = useWorkplace()
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
  const noted = useRef<Editor['handed']>(undefined)
  const keepHanded = useCallback(async () => {
    const { handed, givesBack } = store.getState()
    if (givesBack === 0 || noted.current === handed) return
    await writeMeta(db, 'till', { invoiceId, handed })
    noted.current = handed
  }, [store, db, invoiceId])
  const keep = useCallback(
    async (content: InvoiceContent) => {
      const kept = await saveDraft(account, quietly, { invoiceId, content })
      if (kept.kind === 'not-kept') return kept.code
      if (kept.kind === 'refused') return kept.refusals[0]?.code ?? 'UNEXPECTED'
      await keepHanded()
      return undefined
    },
    [account, quietly, invoiceId, keepHanded],
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
  return { ...useAutosave(store, keep, !blocked), keepHanded }
}
