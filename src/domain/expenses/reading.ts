import type { Instant } from '../calendar/east-africa.ts'
import { mayChange } from './change-status.ts'
import type { Expense } from './expense.ts'
import { isIncomplete } from './incomplete-expense.ts'

/**
 * How far the server is with reading the files of an expense: it waits, looks for the QR code, reads the text. Or why it
 * stopped: nothing could be read, the receipt belongs to another expense, a person stopped it.
 */
export const READING_STATES = ['waiting', 'code', 'text', 'failed', 'registered', 'canceled'] as const
export type ReadingState = (typeof READING_STATES)[number]
export type Reading = {
  readonly state: ReadingState
  readonly at: Instant
  /** The expense that has the receipt; absent in readings from before it was kept. */
  readonly registeredAs?: string
}

/** Only an expense that was saved without an amount is read: what a person typed is never overwritten. */
export function isReadable(expense: Pick<Expense, 'status' | 'items' | 'files'>): boolean {
  return mayChange(expense) && isIncomplete(expense) && (expense.files ?? []).length > 0
}

/** Whether the server still works on it. */
export function isBeingRead({ reading }: Pick<Expense, 'reading'>): boolean {
  return reading?.state === 'waiting' || reading?.state === 'code' || reading?.state === 'text'
}

/** The expense with this state of its reading; without one when it is over and there is nothing to say. */
export function withReading(expense: Expense, reading: Reading | undefined): Expense {
  const { reading: _, ...rest } = expense
  return reading === undefined ? rest : { ...rest, reading }
}
