import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { findExpense } from '#data/expenses.ts'
import { findMeta } from '#data/meta.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import { fiscalDayOf, fiscalTimeOf, toInstant } from '#domain/calendar/east-africa.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import {
  blankQuickForm,
  formFromExpense,
  type QuickExpenseForm,
} from '#domain/expenses/quick-expense-form.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { usePorts } from '#ui/ports.ts'

/** The initial state of a form. */
export type OpenedEntry =
  | {
      readonly kind: 'form'
      readonly id: string
      readonly form: QuickExpenseForm
      /** A new expense before any input. */
      readonly blank: QuickExpenseForm
      /** What the server refused earlier. */
      readonly refused: readonly FieldRefusal<string>[]
      readonly edited: Expense | undefined
    }
  /** It was deleted or is not pending any more. */
  | { readonly kind: 'closed' }

/**
 * The expense to edit, or a new one with what was typed before a reload; `undefined` while it is being read. The form
 * is read once: later changes do not overwrite what the person types.
 */
export function useOpenedEntry(expenseId: string | undefined): OpenedEntry | undefined {
  const { db, clockOffsetMs } = useAppContext()
  const { clock, newId } = usePorts()

  const [opened, setOpened] = useState<OpenedEntry>()
  useEffect(() => {
    let mounted = true
    const openOnce = (next: OpenedEntry) => {
      if (mounted) setOpened((now) => now ?? next)
    }
    const now = toInstant(clock.now() + clockOffsetMs)
    const blank = blankQuickForm(fiscalDayOf(now), fiscalTimeOf(now).slice(0, 5))
    const openNew = async () => {
      const form = (await findMeta(db, 'expense-draft')) ?? blank
      openOnce({ kind: 'form', id: newId(), form, blank, refused: [], edited: undefined })
    }
    const openKnown = async (id: string) => {
      const [row, refused] = await Promise.all([findExpense(db, id), listRefusedFields(db, `exp:${id}`)])
      if (!row || !mayChange(row)) {
        openOnce({ kind: 'closed' })
        return
      }
      const form = formFromExpense(row, ownReceiptCode(id))
      openOnce({ kind: 'form', id, form, blank, refused, edited: row })
    }
    void (expenseId === undefined ? openNew() : openKnown(expenseId))
    return () => {
      mounted = false
    }
  }, [db, expenseId, clock, clockOffsetMs, newId])
  return opened
}
