import { useEffect } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { upsertMeta } from '#data/meta.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'

const DEBOUNCE_MS = 300

/** Stores the form on this phone, a moment after each change, until it is saved: a reload loses nothing. */
export function usePersistedDraft(form: QuickExpenseForm, enabled: boolean): void {
  const { db } = useAppContext()
  useEffect(() => {
    if (!enabled) return undefined
    // A full phone stores no draft; saving the expense reports it.
    const timer = setTimeout(
      () => void upsertMeta(db, 'expense-draft', form).catch(() => undefined),
      DEBOUNCE_MS,
    )
    return () => clearTimeout(timer)
  }, [db, form, enabled])
}
