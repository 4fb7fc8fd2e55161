import { useMemo } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { paidTotal } from '#domain/invoices/check-invoice.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { Editor } from './editor-store.ts'
import { type DraftRules, validateDraft } from './validate-draft.ts'

type Refusals = readonly FieldRefusal<string>[]

const NONE: Refusals = []
/** Shown immediately; missing values are shown only when the person tries to submit. */
const OVERPAID: Refusals = [{ path: 'payments', code: 'INVOICE_PAYMENTS_EXCEED_TOTAL' }]

/** What stops the invoice from being submitted, each at its field. The same list object while it does not change. */
export function useRefusals(
  store: StoreApi<Editor>,
  { tried, answered }: { readonly tried: boolean; readonly answered: Refusals },
  rules: DraftRules,
): Refusals {
  const content = useStore(store, (state) => (tried ? state.content : null))
  const unreadable = useStore(store, (state) => (tried ? state.unreadable : null))
  const overpaid = useStore(
    store,
    ({ content: { payments }, totals }) => paidTotal(payments) > totals.totalIncludingTax,
  )
  return useMemo(() => {
    if (content === null || unreadable === null) {
      if (answered.length > 0) return overpaid ? [...answered, ...OVERPAID] : answered
      return overpaid ? OVERPAID : NONE
    }
    const found = [...validateDraft(content, unreadable, rules), ...answered]
    return found.length === 0 ? NONE : found
  }, [content, unreadable, overpaid, answered, rules])
}
