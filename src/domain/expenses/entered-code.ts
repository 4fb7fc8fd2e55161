import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import type { ReceiptCodeRule } from '../settings/company-settings.ts'
import type { ExpenseRefusal } from './expense-refusals.ts'
import { type ReadReceiptCode, readReceiptCode, validateReceiptCode } from './receipt-code.ts'

/**
 * Validates the code and the time of a receipt as typed from the paper (spec §5, by the company's rule). A pasted
 * link contains the time; without any time the code is kept, and the authority cannot be asked.
 */
export function validateEnteredCode(
  { code, time }: { readonly code: string; readonly time: string },
  rule: ReceiptCodeRule,
  simulated: boolean,
): Result<ReadReceiptCode, ExpenseRefusal> {
  const refusals: FieldRefusal<ExpenseRefusal>[] = []
  const read = readReceiptCode(code, simulated)
  const refusal = validateReceiptCode(read?.code ?? '', rule)
  if (refusal !== undefined) refusals.push({ path: 'receiptCode', code: refusal })
  // Browsers omit the seconds where they are 0.
  const typed = /^\d{2}:\d{2}$/.test(time) ? `${time}:00` : time
  if (typed !== '' && !/^([01]\d|2[0-3])(:[0-5]\d){2}$/.test(typed)) {
    refusals.push({ path: 'time', code: 'EXPENSE_TIME_INVALID' })
  }
  if (refusals.length > 0 || read === undefined) return refuse(refusals)
  return ok({ code: read.code, time: read.time ?? (typed === '' ? undefined : typed) })
}
