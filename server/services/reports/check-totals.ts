import { DAY_MS, fiscalDayOf, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { type AggregateRow, aggregateId, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { compareTotals, type WrongTotal } from '#domain/reports/compare-totals.ts'
import { monthsToCheck } from '#domain/reports/months-to-check.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { lockCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { inSnapshot, inTransaction } from '../../storage/in-transaction.ts'
import { listAggregatesOfMonth, upsertAggregates } from '../../storage/invoices/aggregates.ts'
import {
  findFirstMonth,
  listCheckedMonths,
  listCompaniesToCheck,
  startCheck,
  upsertCheck,
} from '../../storage/invoices/total-checks.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { getLastChangeId, upsertChanges } from '../../storage/sync/changes.ts'
import type { Services } from '../context.ts'
import { aggregateOf } from './add-to-aggregates.ts'
import { countMonth } from './count-month.ts'

type CheckServices = Pick<Services, 'db' | 'clock' | 'log'>

const INTERVAL_MS = 7 * DAY_MS
/** Companies of one run; the maintenance runs every hour. */
const BATCH = 200
/** A correction that touches everything must not fill the audit trail. */
const MOST_NAMED = 50

type Compared = { readonly wrong: readonly WrongTotal[]; readonly revs: ReadonlyMap<string, number> }

async function compareMonth(db: Db, scope: CompanyScope, month: string): Promise<Compared> {
  const stored = await listAggregatesOfMonth(db, scope, month)
  const rows = stored.map(
    ({ id: _id, companyId: _company, rev: _rev, kind, period, key, ...figures }): AggregateRow => {
      // Totals stored before there were refunds do not name them.
      return { kind, period, key, figures: { ...ZERO_FIGURES, ...figures } }
    },
  )
  const wrong = compareTotals(rows, await countMonth(db, scope, month))
  return { wrong, revs: new Map(stored.map(({ id, rev }) => [id, rev])) }
}

/** Compares again while no total changes, and replaces what is wrong. Gives how many totals it corrected. */
async function correctMonth(services: CheckServices, scope: CompanyScope, month: string): Promise<number> {
  const at = toInstant(services.clock.now())
  return await inTransaction(services.db, async (tx) => {
    await lockCompanyIdentity(tx, scope)
    const { wrong, revs } = await compareMonth(tx, scope, month)
    if (wrong.length === 0) return 0
    // A phone may have a total that is lost here. No revision of a total is above the last change.
    const newRev = await getLastChangeId(tx, scope)
    const corrected = wrong.map(({ row }) =>
      aggregateOf(scope, row, (revs.get(aggregateId(row)) ?? newRev) + 1),
    )
    const corrections = wrong
      .slice(0, MOST_NAMED)
      .map(({ row, differences }) => ({ id: aggregateId(row), differences }))
    await upsertAggregates(tx, scope, corrected)
    await upsertCheck(tx, scope, month, at, corrections)
    await insertAuditEntry(tx, {
      companyId: scope.companyId,
      userId: null,
      at,
      action: 'totals.correct',
      subject: `month:${month}`,
      detail: { reason: month, totals: wrong.length, corrections },
    })
    await upsertChanges(
      tx,
      scope,
      corrected.map(({ id }) => ({ t: 'aggregate', id })),
    )
    return wrong.length
  })
}

/**
 * Compares the stored totals of a month (`YYYY-MM`) with its invoices and corrects what differs, in one transaction with
 * the report of it. Sales go on meanwhile: only a month that looks wrong is compared again under the lock of the company's
 * fiscal identity, under which alone totals change. Stock is not checked: its entries by hand are no invoices.
 */
export async function checkMonth(
  services: CheckServices,
  scope: CompanyScope,
  month: string,
): Promise<number> {
  const { db, clock, log } = services
  const { wrong } = await inSnapshot(db, async (tx) => await compareMonth(tx, scope, month))
  const corrected = wrong.length === 0 ? 0 : await correctMonth(services, scope, month)
  if (corrected === 0) await upsertCheck(db, scope, month, toInstant(clock.now()), [])
  else log({ event: 'totals-corrected', companyId: scope.companyId, month, totals: corrected, alert: true })
  return corrected
}

/** The weekly check of a company, unless one began after `since`. */
export async function checkCompany(
  services: CheckServices,
  scope: CompanyScope,
  since: Instant,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const at = toInstant(services.clock.now())
  const newest = fiscalDayOf(at).slice(0, 7)
  if (!(await startCheck(services.db, scope, newest, { at, since }))) return
  const first = await findFirstMonth(services.db, scope)
  if (first === undefined) return
  for (const month of monthsToCheck(first, newest, await listCheckedMonths(services.db, scope)))
    if (shouldContinue()) await checkMonth(services, scope, month)
}

/**
 * Checks the stored totals of every company once a week: of its two newest months, and of the two others whose last check
 * is the longest ago. Any number of processes may run it.
 */
export async function checkTotals(
  services: CheckServices,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const since = toInstant(services.clock.now() - INTERVAL_MS)
  for (const companyId of await listCompaniesToCheck(services.db, since, BATCH)) {
    if (!shouldContinue()) return
    try {
      await checkCompany(services, { companyId }, since, shouldContinue)
    } catch (error) {
      // The totals of one company must not keep the others from being checked.
      services.log({ event: 'total-check-failed', companyId, error, alert: true })
    }
  }
}
