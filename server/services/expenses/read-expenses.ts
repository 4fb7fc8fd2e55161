import { setTimeout as pause } from 'node:timers/promises'
import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { applyAuthorityFinding } from '#domain/expenses/authority-finding.ts'
import { type CompletingReceipt, completeFromReceipt } from '#domain/expenses/incomplete-expense.ts'
import { isReadable, type Reading, type ReadingState, withReading } from '#domain/expenses/reading.ts'
import { mayBeMisread, ownReceiptCode, TRA_RECEIPT_CODE } from '#domain/expenses/receipt-code.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import type { ReceiptReader } from '../../gateways/receipt-reader/gateway.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { listDocuments, lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { updateLookUp } from '../../storage/catalogue/expense-look-ups.ts'
import {
  beginNextReading,
  isCurrentReading,
  type ReadingAttempt,
  scheduleReading,
} from '../../storage/catalogue/expense-readings.ts'
import { findExpenseIdByCode } from '../../storage/catalogue/expenses.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import type { Services } from '../context.ts'
import { readCompanyRates } from '../fiscal/company-rates.ts'
import type { DeliveryDeps, ShouldContinue } from '../fiscal/delivery-deps.ts'
import { type FoundReceipt, findReceipt } from './find-receipt.ts'

/** A process that died is followed by another after this long: a reading takes a minute at most (spec §1). */
const LOST_AFTER_MS = 90_000
/** A file that ends the process that reads it is not tried for ever. */
const MOST_ATTEMPTS = 3
const WATCH_MS = 1_000
/** After so many another company has its turn: a reading takes up to a minute. */
const MOST_AT_ONCE = 5

type Deps = Pick<DeliveryDeps, 'services' | 'tra' | 'endpoint'> & { readonly reader: ReceiptReader }

/** Writes how far a reading is. Says whether the attempt still counts. */
async function saveState(
  { db, clock }: Services,
  scope: CompanyScope,
  attempt: ReadingAttempt,
  state: ReadingState,
  about: Pick<Reading, 'registeredAs'> = {},
): Promise<boolean> {
  const at = toInstant(clock.now())
  return await inTransaction(db, async (tx) => {
    const current = await lockDocument(tx, scope, 'expenses', attempt.id)
    if (!current || !(await isCurrentReading(tx, scope, attempt))) return false
    const readable = isReadable(current)
    if (!readable || state === 'failed' || state === 'registered') {
      await scheduleReading(tx, scope, attempt.id, null)
    }
    if (!readable && current.reading === undefined) return false
    const next = withReading(current, readable ? { state, at, ...about } : undefined)
    await upsertDocuments(tx, scope, 'expenses', [{ ...next, rev: current.rev + 1 }], at)
    await upsertChanges(tx, scope, [{ t: 'expense', id: attempt.id }])
    return readable
  })
}

/** The rules by which what was read becomes an expense. */
async function rulesOf(tx: Db, scope: CompanyScope, now: number) {
  return {
    latest: addDays(fiscalDayOf(toInstant(now)), 1),
    rates: await readCompanyRates(tx, scope),
    settings: { ...DEFAULT_SETTINGS, ...(await findCompany(tx, scope))?.settings },
  }
}

/**
 * Fills in what was read, unless a person was faster. Says whether there was something to fill in, or which other expense
 * has the receipt.
 */
async function saveFound(
  { db, clock }: Services,
  scope: CompanyScope,
  attempt: ReadingAttempt,
  { code, time: foundTime, receipt, byAuthority, isUncertain }: FoundReceipt,
): Promise<'saved' | 'nothing' | Required<Pick<Reading, 'registeredAs'>>> {
  const now = clock.now()
  const at = toInstant(now)
  return await inTransaction(db, async (tx) => {
    const current = await lockDocument(tx, scope, 'expenses', attempt.id)
    if (!current || !(await isCurrentReading(tx, scope, attempt))) return 'saved'
    const rules = await rulesOf(tx, scope, now)
    const hasOwnCode = current.receiptCode === ownReceiptCode(current.id)
    // The files show another receipt than a person entered: a person decides which of the two it is. A number that is no
    // code of the authority says nothing about that.
    const entered = TRA_RECEIPT_CODE.test(current.receiptCode) ? current.receiptCode : ''
    const isOther = !hasOwnCode && entered !== '' && code !== '' && code !== entered
    if (isOther && !(isUncertain && mayBeMisread(code, entered))) return 'nothing'
    // Nearly the same in a picture: the receipt is the one that the person entered.
    const time = (isOther ? current.receiptTime : undefined) ?? foundTime
    const lacksTime = code === current.receiptCode && current.receiptTime === undefined
    const coded =
      (hasOwnCode || lacksTime) && code !== '' && time !== undefined
        ? {
            ...current,
            ...{ receiptCode: code, receiptTime: time },
            ...(current.automatic?.includes('date') ? { time: time.slice(0, 5) } : {}),
          }
        : current
    const read: CompletingReceipt | undefined = receipt && {
      ...receipt,
      ...(time === undefined ? {} : { time }),
    }
    const completed = read && isReadable(current) ? completeFromReceipt(coded, read, rules) : coded
    if (completed === current) return 'nothing'
    const { receiptCode, receiptTime } = completed
    const registeredAs = await findExpenseIdByCode(tx, scope, { id: current.id, receiptCode })
    if (registeredAs !== undefined) return { registeredAs }
    const proven = byAuthority ? applyAuthorityFinding(completed, byAuthority, at, rules.settings) : completed
    const next = withReading({ ...proven, rev: current.rev + 1 }, undefined)
    await upsertDocuments(tx, scope, 'expenses', [next], at)
    await scheduleReading(tx, scope, current.id, null)
    if (receiptTime !== undefined && !byAuthority) {
      await updateLookUp(tx, scope, current.id, { at, lookUps: 0 })
    }
    await upsertChanges(tx, scope, [{ t: 'expense', id: current.id }])
    return 'saved'
  })
}

/** Ends the reading of a file when a person stops it, or types what was to be read. */
async function watch(
  db: Db,
  scope: CompanyScope,
  attempt: ReadingAttempt,
  stopper: AbortController,
): Promise<void> {
  while (!stopper.signal.aborted) {
    await pause(WATCH_MS, undefined, { signal: stopper.signal }).catch(() => undefined)
    if (stopper.signal.aborted) return
    // Without the database nothing could be saved: the next attempt begins when this one counts as lost.
    const counts = await isCurrentReading(db, scope, attempt).catch(() => false)
    if (!counts) stopper.abort()
  }
}

async function readExpense(deps: Deps, scope: CompanyScope, attempt: ReadingAttempt): Promise<void> {
  const { services } = deps
  if (attempt.attempt > MOST_ATTEMPTS) {
    await saveState(services, scope, attempt, 'failed')
    return
  }
  if (!(await saveState(services, scope, attempt, 'code'))) return
  const [expense] = await listDocuments(services.db, scope, 'expenses', [attempt.id])
  const stopper = new AbortController()
  const watching = watch(services.db, scope, attempt, stopper)
  try {
    const files = expense?.files ?? []
    // After an attempt that was lost, another file is the first: the one that ended it is not in the way of all others.
    const first = files.length === 0 ? 0 : (attempt.attempt - 1) % files.length
    const found = await findReceipt(deps, scope, [...files.slice(first), ...files.slice(0, first)], {
      onText: async () => await saveState(services, scope, attempt, 'text'),
      signal: stopper.signal,
    })
    const saved = found ? await saveFound(services, scope, attempt, found) : 'nothing'
    if (saved === 'nothing') await saveState(services, scope, attempt, 'failed')
    if (typeof saved === 'object') await saveState(services, scope, attempt, 'registered', saved)
  } finally {
    stopper.abort()
    await watching
  }
}

/**
 * Reads the files of a company's expenses that were saved with nothing but their receipt, one after the other, and fills
 * in what their writers left empty. Returns how many were read; the sweep finds what is left after some of them.
 */
export async function readExpenses(
  deps: Deps,
  companyId: string,
  shouldContinue: ShouldContinue = () => true,
): Promise<number> {
  const { db, clock, log } = deps.services
  const scope = { companyId }
  for (let count = 0; count < MOST_AT_ONCE; count += 1) {
    if (!(await shouldContinue())) return count
    const now = clock.now()
    const times = { now: toInstant(now), lostAt: toInstant(now + LOST_AFTER_MS) }
    const attempt = await beginNextReading(db, scope, times)
    if (!attempt) return count
    try {
      await readExpense(deps, scope, attempt)
    } catch (error) {
      // The next attempt begins when this one counts as lost.
      log({ event: 'expense-reading-failed', companyId, message: String(error) })
    }
  }
  return MOST_AT_ONCE
}
