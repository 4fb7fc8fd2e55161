import { useEffect, useState } from 'react'
import { findExpense } from '#data/expenses.ts'
import { readMeta } from '#data/meta.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import { fiscalDayOf, fiscalTimeOf, toInstant } from '#domain/calendar/east-africa.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { blankEntry, entryOf, fitsHandEntry, type HandEntry } from '#domain/expenses/hand-entry.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { useEnvironment } from '#ui/environment.ts'
import { useWorkplace } from '../workplace.ts'

/** What a form starts with. */
export type OpenedEntry =
  | {
      readonly kind: 'form'
      readonly id: string
      readonly form: HandEntry
      /** A new expense before anybody wrote in it. */
      readonly blank: HandEntry
      /** What the server refused before. */
      readonly refused: readonly FieldRefusal<string>[]
      readonly edited: Expense | undefined
    }
  /** It is gone, not pending any more, or holds more than the quick form has fields for. */
  | { readonly kind: 'closed' }

/**
 * The expense to edit, or a new one with what was typed before a reload; `undefined` while it is being read. The form
 * is read once: what comes in meanwhile does not run over what somebody types.
 */
export function useOpenedEntry(expenseId: string | undefined): OpenedEntry | undefined {
  const { db, clockOffsetMs } = useWorkplace()
  const { clock, newId } = useEnvironment()

  const [opened, setOpened] = useState<OpenedEntry>()
  useEffect(() => {
    let wanted = true
    const tell = (next: OpenedEntry) => {
      if (wanted) setOpened((now) => now ?? next)
    }
    const now = toInstant(clock.now() + clockOffsetMs)
    const blank = blankEntry(fiscalDayOf(now), fiscalTimeOf(now).slice(0, 5))
    const openNew = async () => {
      const form = (await readMeta(db, 'expense-draft')) ?? blank
      tell({ kind: 'form', id: newId(), form, blank, refused: [], edited: undefined })
    }
    const openKnown = async (id: string) => {
      const [row, refused] = await Promise.all([findExpense(db, id), listRefusedFields(db, `exp:${id}`)])
      if (!row || !mayChange(row) || !fitsHandEntry(row)) {
        tell({ kind: 'closed' })
        return
      }
      const form = entryOf(row, ownReceiptCode(id))
      tell({ kind: 'form', id, form, blank, refused, edited: row })
    }
    void (expenseId === undefined ? openNew() : openKnown(expenseId))
    return () => {
      wanted = false
    }
  }, [db, expenseId, clock, clockOffsetMs, newId])
  return opened
}
