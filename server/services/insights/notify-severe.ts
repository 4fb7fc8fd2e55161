import { addDays, type FiscalDay, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { EAT_OFFSET_MS } from '#domain/calendar/east-africa-offset.ts'
import { findInsights } from '#domain/insights/find-insights.ts'
import { findingToNotify } from '#domain/insights/grade.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import {
  insertCheck,
  listCompaniesToExamine,
  listNotifiedFindings,
  updateCheck,
} from '../../storage/insights/checks.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import type { Services } from '../context.ts'
import { readFacts } from './read-facts.ts'

/** Hours of the day in East Africa at which people are notified of figures. */
const [FIRST_HOUR, LAST_HOUR] = [7, 20]
const MOST_COMPANIES = 500
/** The id of a finding has its month, so an older one does not come again. */
const KEPT_DAYS = 70

/** Examines the figures of a company, unless that was done on this day, and notifies of an urgent and new finding. */
export async function examineFigures(
  services: Services,
  scope: CompanyScope,
  today: FiscalDay,
): Promise<void> {
  const { db, clock } = services
  if (!(await insertCheck(db, scope, today, addDays(today, -KEPT_DAYS)))) return
  const facts = await readFacts(db, scope, today)
  const finding = facts && findingToNotify(findInsights(facts), await listNotifiedFindings(db, scope))
  if (finding === undefined) return
  const notification = {
    event: 'insight-severe',
    subject: finding.id,
    label: finding.type,
    operatorId: null,
    at: toInstant(clock.now()),
  } as const
  await inTransaction(db, async (tx) => {
    await updateCheck(tx, scope, today, finding.id)
    await upsertChanges(tx, scope, [{ t: 'company', id: scope.companyId, notification }])
  })
}

/**
 * Examines the figures of every company with a device that gets notifications, once a day and by daylight, and notifies
 * of the most severe finding if it is urgent and new: at most one notification a day. Any number of processes may run it.
 */
export async function notifySevereInsights(services: Services): Promise<void> {
  const now = services.clock.now()
  const hour = new Date(now + EAT_OFFSET_MS).getUTCHours()
  if (hour < FIRST_HOUR || hour >= LAST_HOUR) return
  const today = fiscalDayOf(toInstant(now))
  for (const companyId of await listCompaniesToExamine(services.db, today, MOST_COMPANIES)) {
    try {
      await examineFigures(services, { companyId }, today)
    } catch (error) {
      // The figures of one company must not keep the others from being examined.
      services.log({ event: 'insight-check-failed', companyId, error })
    }
  }
}
