import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { StoreApi } from 'zustand'
import { useAppContext } from '#app-context/app-context.ts'
import { submitInvoice } from '#commands/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { invoiceCreated } from '#domain/analytics/invoice-created.ts'
import type { Cents } from '#domain/money/cents.ts'
import type { Approval } from '#domain/permissions/operator-rights.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { catchUnexpected, UNEXPECTED_FAILURE } from './catch-unexpected.ts'
import type { EditedDraft } from './edited-draft.ts'
import { type Editor, tenderedIfChangeDue } from './editor-store.ts'
import type { Autosave } from './use-autosave.ts'

type Outcome = {
  /** Called before the sale is submitted, with the change due. */
  readonly onSelling: (changeDue: Cents) => void
  readonly onSold: (row: InvoiceRow) => void
  readonly onRefused: (refusals: readonly FieldRefusal<string>[]) => void
}

/** The saved sale is on the screen before the phone starts to send it. */
const SEND_AFTER_MS = 150

/**
 * Submits what the editor holds, once however often it is called. Its first step is asynchronous, so the touch gets
 * its feedback meanwhile.
 */
export function useSubmission(
  store: StoreApi<Editor>,
  draft: EditedDraft,
  autosave: Pick<Autosave, 'flush' | 'stop' | 'resume'>,
  { onSelling, onSold, onRefused }: Outcome,
) {
  const { account, commands, trackUsage } = useAppContext()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  /** `approval`: the owner's approval, where the person may not sell this alone. */
  const submit = async (approval?: Approval) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    onSelling(store.getState().changeDue)
    const requestSync: typeof commands.requestSync = (reason) =>
      setTimeout(() => commands.requestSync(reason), SEND_AFTER_MS)
    const result = await catchUnexpected(async () => {
      await autosave.stop()
      const editor = store.getState()
      const { content } = editor
      const input = { ...draft.begin(content), approval, ...tenderedIfChangeDue(editor) }
      return submitInvoice(account, { ports: commands.ports, requestSync }, input)
    }, UNEXPECTED_FAILURE)
    running.current = false
    if (result.ok) {
      // Synchronously: in React's queue it would wait behind all reads that the new record triggers.
      flushSync(() => onSold(result.value))
      trackUsage(invoiceCreated(result.value, navigator.onLine))
      return
    }
    autosave.resume()
    setBusy(false)
    onRefused(result.refusals)
    // What is unsaved becomes a second draft; without that the invoice is read again.
    if (result.refusals.some(({ code }) => code === 'INVOICE_CHANGED_ELSEWHERE'))
      void autosave.flush().then(() => draft.look())
  }
  return { busy, submit }
}
