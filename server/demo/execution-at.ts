import type { Transaction } from 'kysely'
import { type Instant, instantMs } from '#domain/calendar/east-africa.ts'
import type { ServiceContext } from '../services/context.ts'
import type { Execution } from '../services/sync/execution.ts'
import type { Database } from '../storage/schema.ts'
import { chanceOf, demoId } from './chance.ts'
import { DEMO_USERS, type DemoCompany } from './demo-companies.ts'
import type { DemoWorld } from './demo-world.ts'
import { companyIdOf } from './seed-companies.ts'

/** Somebody of the company at a moment of the past: the verbs see the clock of that moment. */
export function executionAt(
  world: DemoWorld,
  tx: Transaction<Database>,
  company: DemoCompany,
  at: Instant,
  name: string,
): Execution {
  const staff = DEMO_USERS.filter((user) => user.company === company.key && user.userType === 'operator')
  const chance = chanceOf(`who ${name}`)
  const user = staff[Math.floor(chance.draw() ** 1.5 * staff.length)]
  const companyId = companyIdOf(company)
  const context: ServiceContext = {
    ...world.services,
    clock: { now: () => instantMs(at) },
    actor: {
      userId: demoId(`user ${user?.username ?? company.key}`),
      userType: 'operator',
      companyId,
      organizationId: null,
    },
    operatorName: user ? `${user.firstName} ${user.lastName}` : company.name,
  }
  return { context, tx, scope: { companyId }, at, deviceId: demoId(`device ${company.key}`) }
}
