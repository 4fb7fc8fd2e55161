import { useEffect, useEffectEvent, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { mayBeCorrected } from '#data/expense-corrections.ts'
import { findExpense } from '#data/expenses.ts'
import { findMeta } from '#data/meta.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import { createReadsAhead } from '#data/reads-ahead.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { type FirstRead, watch } from '#data/watch.ts'
import { fiscalDayOf, fiscalTimeOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { formFromExpense } from '#domain/expenses/form-from-expense.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import {
  blankOf,
  blankQuickForm,
  type QuickExpenseForm,
  reopened,
} from '#domain/expenses/quick-expense-form.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { usePorts } from '#ui/ports.ts'
import { prepareCategories } from './categories/use-categories.ts'
import { settledWithin } from './settled-within.ts'

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
  /** It may not be corrected any more. */
  | { readonly kind: 'closed' }
  /** This phone does not have it. */
  | { readonly kind: 'unknown' }

type Draft = { readonly form: QuickExpenseForm | undefined }

/** The form opens without what was typed before when that takes longer. */
const LONGEST_MS = 1_000

const drafts = createReadsAhead<Draft>()

function readDraft(db: AccountDatabase): FirstRead<Draft> {
  const read = async () => ({ form: await findMeta(db, 'expense-draft') })
  return drafts.begin(db, read, { tables: [db.meta.name] })
}

/** Reads what was typed before, and the categories, so that the first picture of the form has its fields. */
export async function prepareEntry(db: AccountDatabase): Promise<void> {
  await settledWithin(db, LONGEST_MS, [readDraft(db).result, prepareCategories(db).result])
}

/**
 * What a receipt may fill in of an expense that waits for it: the day too, unless a person chose it. `blank` is the form of
 * a new one.
 */
function blankOfRow(row: ExpenseRow, blank: QuickExpenseForm): QuickExpenseForm {
  if (!isIncomplete(row)) return blank
  return { ...blank, day: row.automatic?.includes('date') ? row.day : '' }
}

/** The form of an expense that was saved before, or why there is none. `blank` is the form of a new one. */
export async function readKnownEntry(
  db: AccountDatabase,
  id: string,
  blank: QuickExpenseForm,
): Promise<OpenedEntry> {
  const [row, refused] = await Promise.all([findExpense(db, id), listRefusedFields(db, `exp:${id}`)])
  if (!row) return { kind: 'unknown' }
  if (!(await mayBeCorrected(db, row))) return { kind: 'closed' }
  const saved = formFromExpense(row, ownReceiptCode(id))
  const form = { ...saved, hadAmount: !isIncomplete(row), openedCode: saved.receiptCode }
  return { kind: 'form', id, form, blank: blankOfRow(row, blank), refused, edited: row }
}

/**
 * The expense to edit, or a new one with what was typed before a reload; `undefined` while it is being read. The form
 * is read once: later changes do not overwrite what the person types.
 */
export function useOpenedEntry(expenseId: string | undefined): OpenedEntry | undefined {
  const { db, clockOffsetMs } = useAppContext()
  const { clock, newId } = usePorts()
  const blankNow = () => {
    const now = toInstant(clock.now() + clockOffsetMs)
    return blankQuickForm(fiscalDayOf(now), fiscalTimeOf(now).slice(0, 5))
  }
  const newEntry = ({ form }: Draft, blank: QuickExpenseForm): OpenedEntry => ({
    kind: 'form',
    id: newId(),
    form: form ? reopened(form, blank) : blank,
    blank: blankOf(form, blank),
    refused: [],
    edited: undefined,
  })
  const [opened, setOpened] = useState<OpenedEntry | undefined>(() => {
    const draft = expenseId === undefined ? readDraft(db).end : undefined
    return typeof draft === 'object' ? newEntry(draft.value, blankNow()) : undefined
  })
  const open = useEffectEvent((isCurrent: () => boolean) => {
    const openOnce = (next: OpenedEntry) => {
      if (isCurrent()) setOpened((now) => now ?? next)
    }
    const blank = blankNow()
    const openNew = async () => openOnce(newEntry(await readDraft(db).result, blank))
    const openKnown = async (id: string) => openOnce(await readKnownEntry(db, id, blank))
    void (expenseId === undefined ? openNew() : openKnown(expenseId))
  })
  const isOpened = opened !== undefined
  useEffect(() => {
    if (isOpened) return undefined
    let current = true
    open(() => current)
    return () => {
      current = false
    }
  }, [isOpened])
  const unknownId = opened?.kind === 'unknown' ? expenseId : undefined
  useEffect(() => {
    if (unknownId === undefined) return undefined
    // The company's data may still be on its way to this phone.
    return watch(
      () => findExpense(db, unknownId),
      (row) => {
        if (row) setOpened(undefined)
      },
    )
  }, [db, unknownId])
  return opened
}
