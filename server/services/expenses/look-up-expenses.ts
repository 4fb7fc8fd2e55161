import {
  addDays,
  DAY_MS,
  fiscalDayOf,
  type Instant,
  instantMs,
  toInstant,
} from '#domain/calendar/east-africa.ts'
import { applyAuthorityFinding } from '#domain/expenses/authority-finding.ts'
import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import { completeFromReceipt } from '#domain/expenses/incomplete-expense.ts'
import { isReadable, withReading } from '#domain/expenses/reading.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import type { Verification } from '../../gateways/tra/gateway.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { type DueLookUp, listDueLookUps, updateLookUp } from '../../storage/catalogue/expense-look-ups.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import type { Services } from '../context.ts'
import { readCompanyRates } from '../fiscal/company-rates.ts'
import type { DeliveryDeps, ShouldContinue } from '../fiscal/delivery-deps.ts'

/** A seller's device may send days later, but the user should learn when a receipt is not there after a day. */
const NOT_FOUND_AFTER_MS = DAY_MS
/** A page that never answers is not asked for ever. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS
const MAX_LOOK_UP_DELAY_MS = 60 * 60_000
const PAGE = 25

type LookUpDecision = { readonly receipt: AuthorityReceipt | null } | 'later' | 'given-up'

/** `since` is the time of this server: the expense's own is of a phone, whose clock may be days behind. */
function classifyLookUp(since: Instant, found: Verification, nowMs: number): LookUpDecision {
  if (found.kind === 'found') return { receipt: found.receipt }
  const sinceMs = nowMs - instantMs(since)
  if (found.kind === 'not-found') return sinceMs >= NOT_FOUND_AFTER_MS ? { receipt: null } : 'later'
  return sinceMs >= GIVE_UP_AFTER_MS ? 'given-up' : 'later'
}

async function saveLookUpOutcome(
  services: Services,
  scope: CompanyScope,
  { expense: lookedUp, lookUps }: DueLookUp,
  decision: LookUpDecision,
): Promise<void> {
  const nowMs = services.clock.now()
  const at = toInstant(nowMs)
  await inTransaction(services.db, async (tx) => {
    const current = await lockDocument(tx, scope, 'expenses', lookedUp.id)
    // Another receipt was written meanwhile: it has its own turn.
    if (current?.receiptCode !== lookedUp.receiptCode || current.receiptTime !== lookedUp.receiptTime) return
    if (decision === 'later') {
      const delayMs = Math.min(MAX_LOOK_UP_DELAY_MS, 5_000 * 3 ** Math.min(lookUps, 10))
      await updateLookUp(tx, scope, lookedUp.id, { at: toInstant(nowMs + delayMs), lookUps: lookUps + 1 })
      return
    }
    await updateLookUp(tx, scope, lookedUp.id, { at: null, lookUps: 0 })
    if (decision === 'given-up') return
    const settings = { ...DEFAULT_SETTINGS, ...(await findCompany(tx, scope))?.settings }
    const completed = decision.receipt
      ? completeFromReceipt(current, decision.receipt, {
          latest: addDays(fiscalDayOf(at), 1),
          rates: await readCompanyRates(tx, scope),
          settings,
        })
      : current
    const found = applyAuthorityFinding(
      { ...completed, rev: current.rev + 1 },
      decision.receipt,
      at,
      settings,
    )
    const next = isReadable(found) ? found : withReading(found, undefined)
    await upsertDocuments(tx, scope, 'expenses', [next], at)
    await upsertChanges(tx, scope, [{ t: 'expense', id: next.id }])
  })
}

/**
 * Asks the authority's page for the receipts of a company's expenses that were written without it, one after the
 * other, and fills in what their writers left empty. Returns how many were asked for.
 */
export async function lookUpExpenses(
  { services, tra, endpoint }: Pick<DeliveryDeps, 'services' | 'tra' | 'endpoint'>,
  companyId: string,
  shouldContinue: ShouldContinue = () => true,
): Promise<number> {
  const scope = { companyId }
  const due = await listDueLookUps(services.db, scope, toInstant(services.clock.now()), PAGE)
  let lookUpCount = 0
  for (const one of due) {
    if (!(await shouldContinue())) break
    const { receiptCode, receiptTime, status } = one.expense
    const found: Verification =
      receiptTime === undefined || status === 'canceled'
        ? { kind: 'unknown', message: 'there is nothing to ask for' }
        : await tra.verify(endpoint, receiptCode, receiptTime)
    const decision =
      status === 'canceled' ? 'given-up' : classifyLookUp(one.since, found, services.clock.now())
    await saveLookUpOutcome(services, scope, one, decision)
    lookUpCount += 1
  }
  return lookUpCount
}
