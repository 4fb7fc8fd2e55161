import type { Transaction } from 'kysely'
import { type Instant, instantMs } from '#domain/calendar/east-africa.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import type { ServiceContext } from '../services/context.ts'
import type { Execution } from '../services/operations/execution.ts'
import type { Database } from '../storage/schema.ts'
import { DEMO_USERS, type DemoCompany } from './demo-companies.ts'
import type { DemoContext } from './demo-context.ts'
import { companyIdOf } from './seed-companies.ts'
import { demoId, seededRandom } from './seeded-random.ts'

/** A user of the company at a moment in the past: the services see the clock of that moment. */
export function executionAt(
  demo: DemoContext,
  tx: Transaction<Database>,
  company: DemoCompany,
  at: Instant,
  name: string,
): Execution {
  const staff = DEMO_USERS.filter((user) => user.company === company.key && user.userType === 'operator')
  const random = seededRandom(`who ${name}`)
  const user = staff[Math.floor(random.draw() ** 1.5 * staff.length)]
  const companyId = companyIdOf(company)
  const context: ServiceContext = {
    ...demo.services,
    clock: { now: () => instantMs(at) },
    actor: {
      userId: demoId(`user ${user?.username ?? company.key}`),
      userType: 'operator',
      companyId,
      organizationId: null,
    },
    rights: ALL_RIGHTS,
    operatorName: user ? `${user.firstName} ${user.lastName}` : company.name,
  }
  return { context, tx, scope: { companyId }, at, deviceId: demoId(`device ${company.key}`) }
}
