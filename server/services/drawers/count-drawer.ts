import type { OperationBody } from '#contract/operations.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { amountText } from '#domain/money/money-text.ts'
import { drawerDifference } from '#domain/reports/drawer.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { hasDrawerCount } from '../../storage/accounts/drawer-counts.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { companyChange } from '../operations/feed-changes.ts'

/**
 * Keeps a count of cash in the audit trail, where nothing is changed or removed: who counted, what the phone expected and
 * what was there. What was expected is the phone's own figure: sales of other phones may not have arrived. A count that came
 * before, under the id of another operation, is answered and not kept twice: a phone returns its counts after a restore.
 */
export async function countDrawer(
  execution: Execution,
  body: OperationBody<'drawer.count'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.submit', scope)
  if (!(await hasDrawerCount(tx, scope, body, at))) await keepCount(execution, body)
  // Nothing of the company changed, but an answer names a place in the feed.
  return {
    change: companyChange(await getCompanyRecord(tx, scope)),
    changed: [{ t: 'company', id: scope.companyId }],
  }
}

async function keepCount(
  { context, tx, scope, at }: Execution,
  body: OperationBody<'drawer.count'>,
): Promise<void> {
  const { id, day, operator, operatorId, opening, expected, counted } = body
  const difference = drawerDifference({ counted, opening, expected })
  const sign = difference > 0 ? '+' : ''
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'drawer.count',
    subject: `drawer-count:${id}`,
    detail: {
      ...{ day, operator, operatorId, opening, expected, counted, difference, countedAt: body.at },
      reason: `${dayText(day)} ${operator}: ${amountText(counted)} (${sign}${amountText(difference)})`,
    },
  })
}
