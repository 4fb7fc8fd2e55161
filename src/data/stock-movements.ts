import * as v from 'valibot'
import type { OperationBody } from '#contract/operations.ts'
import { stockMovementSchema } from '#contract/stock.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import type { AuditRow } from './rows.ts'

type Movement = OperationBody<'stock.add'>

const LANES = 'stock:'
const DONE = 'stock.add done'

/** The outbox lane of a movement. */
export function stockLane(movementId: string): string {
  return `${LANES}${movementId}`
}

/** The audit line of a movement that the server executed: the only place where this phone keeps what was entered. */
export function sentMovementDetail(movement: Movement): NonNullable<AuditRow['detail']> {
  return { movement }
}

/** Movements that this phone sent and whose result it got since a moment of its clock, each once, oldest first. */
export async function listSentMovements(db: AccountDatabase, since: Instant): Promise<Movement[]> {
  const lines = await db.run(() => db.audit.where('subject').startsWith(LANES).toArray())
  const sent = lines
    .filter(({ action, at }) => action === DONE && at >= since)
    .flatMap(({ detail }) => {
      const parsed = v.safeParse(stockMovementSchema, detail?.['movement'])
      // An older app kept the line without the movement.
      return parsed.success ? [parsed.output] : []
    })
  return [...new Map(sent.map((movement) => [movement.movementId, movement])).values()].sort((one, other) =>
    one.at.localeCompare(other.at),
  )
}
