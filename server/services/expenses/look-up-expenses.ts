import { DAY_MS, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { withFinding } from '#domain/expenses/authority-finding.ts'
import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import type { Verification } from '../../gateways/tra/gateway.ts'
import { recordChanges } from '../../storage/changes.ts'
import { findCompany } from '../../storage/companies.ts'
import { type DueLookUp, dueLookUps, planLookUp } from '../../storage/expense-look-ups.ts'
import { lockExpense, saveExpenseRow } from '../../storage/expenses.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import type { DeliveryDeps, GoOn } from '../fiscal/delivery-deps.ts'

/** A seller's device may send days later, but a receipt that is not there after a day is worth a word. */
const UNKNOWN_AFTER_MS = DAY_MS
/** A page that never answers is not asked for ever. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS
const LONGEST_PAUSE_MS = 60 * 60_000
const PAGE = 25

type Judged = { readonly receipt: AuthorityReceipt | null } | 'later' | 'given-up'

function judge(expense: Expense, found: Verification, nowMs: number): Judged {
  if (found.kind === 'found') return { receipt: found.receipt }
  const sinceMs = nowMs - instantMs(expense.createdAt)
  if (found.kind === 'not-found') return sinceMs >= UNKNOWN_AFTER_MS ? { receipt: null } : 'later'
  return sinceMs >= GIVE_UP_AFTER_MS ? 'given-up' : 'later'
}

async function settle(
  services: Services,
  scope: CompanyScope,
  { expense: asked, lookUps }: DueLookUp,
  judged: Judged,
): Promise<void> {
  const nowMs = services.clock.now()
  const at = toInstant(nowMs)
  await inTransaction(services.db, async (tx) => {
    const current = await lockExpense(tx, scope, asked.id)
    // Another receipt was written meanwhile: it has its own turn.
    if (current?.receiptCode !== asked.receiptCode || current.receiptTime !== asked.receiptTime) return
    if (judged === 'later') {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 5_000 * 3 ** Math.min(lookUps, 10))
      await planLookUp(tx, scope, asked.id, { at: toInstant(nowMs + pauseMs), lookUps: lookUps + 1 })
      return
    }
    await planLookUp(tx, scope, asked.id, { at: null, lookUps: 0 })
    if (judged === 'given-up') return
    const settings = { ...DEFAULT_SETTINGS, ...(await findCompany(tx, scope))?.settings }
    const next = withFinding({ ...current, rev: current.rev + 1 }, judged.receipt, at, settings)
    await saveExpenseRow(tx, scope, next, at)
    await recordChanges(tx, scope, [{ t: 'expense', id: next.id }])
  })
}

/**
 * Asks the authority's page for the receipts of a company's expenses that were written without it, one after the
 * other, and fills in what their writers left empty. Gives how many were asked for.
 */
export async function lookUpExpenses(
  { services, tra, endpoint }: Pick<DeliveryDeps, 'services' | 'tra' | 'endpoint'>,
  companyId: string,
  goOn: GoOn = () => true,
): Promise<number> {
  const scope = { companyId }
  const due = await dueLookUps(services.db, scope, toInstant(services.clock.now()), PAGE)
  let asked = 0
  for (const one of due) {
    if (!(await goOn())) break
    const { receiptCode, receiptTime, status } = one.expense
    const found: Verification =
      receiptTime === undefined || status === 'canceled'
        ? { kind: 'unknown', message: 'there is nothing to ask for' }
        : await tra.verify(endpoint, receiptCode, receiptTime)
    const judged = status === 'canceled' ? 'given-up' : judge(one.expense, found, services.clock.now())
    await settle(services, scope, one, judged)
    asked += 1
  }
  return asked
}
