import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { StoreApi } from 'zustand'
import type { InvoiceRow } from '#data/rows.ts'
import type { Cents } from '#domain/money/cents.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { submitInvoice } from '#sync/commands/invoices.ts'
import { useWorkplace } from '../workplace.ts'
import { type Editor, handedOver } from './editor-store.ts'
import { BROKEN, unbroken } from './unbroken.ts'
import type { Autosave } from './use-autosave.ts'

type Outcome = {
  /** Told before the work begins, with what goes back to the customer. */
  readonly onSelling: (givesBack: Cents) => void
  readonly onSold: (row: InvoiceRow) => void
  readonly onRefused: (refusals: readonly FieldRefusal<string>[]) => void
}

/** The news of a kept sale is on the screen before the phone turns to sending it. */
const SEND_AFTER_MS = 150

/**
 * Submits what the editor holds, once however often it is asked. Its first step is a look at the database: while that
 * is under way the touch is answered.
 */
export function useSubmission(
  store: StoreApi<Editor>,
  invoiceId: string,
  keeping: Pick<Autosave, 'stop' | 'goOn'>,
  { onSelling, onSold, onRefused }: Outcome,
) {
  const { account, commands, note } = useWorkplace()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    onSelling(store.getState().givesBack)
    const kick: typeof commands.kick = (reason) => setTimeout(() => commands.kick(reason), SEND_AFTER_MS)
    const kept = await unbroken(async () => {
      await keeping.stop()
      const editor = store.getState()
      const written = { invoiceId, content: editor.content, ...handedOver(editor) }
      return submitInvoice(account, { ports: commands.ports, kick }, written)
    }, BROKEN)
    running.current = false
    if (kept.kind === 'kept') {
      // At once: left to React's queue, it would stand behind everything that the new record has read anew.
      flushSync(() => onSold(kept.value))
      note({
        name: 'invoice_created',
        total: kept.value.totals.totalIncludingTax,
        currency: 'TZS',
        items: kept.value.lines.length,
        ways: kept.value.payments.map(({ type }) => type),
        online: navigator.onLine,
      })
      return
    }
    keeping.goOn()
    setBusy(false)
    onRefused(kept.kind === 'refused' ? kept.refusals : [{ path: '', code: kept.code }])
  }
  return { busy, submit }
}
