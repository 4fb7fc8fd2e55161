import { type FiscalDay, parseFiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import {
  lockConnection,
  type StoredConnection,
  updateConnection,
  updatePulledAt,
} from '../../storage/accounting/connections.ts'
import type { ConnectionScope } from '../../storage/accounting/documents.ts'
import { findCompanyOfConnection } from '../../storage/accounting/due-connections.ts'
import { announceSales } from '../../storage/accounting/inbox.ts'
import type { Services } from '../context.ts'
import { type AccountingGateways, withAccess } from './book-access.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { COMPARED_EVERY_MS, compareConnection } from './compare-connection.ts'
import { type Taking, takeSales } from './take-sale.ts'
import { usedTaxes } from './used-taxes.ts'
import { type BookDoor, openBookDoor } from './write-book-draft.ts'

/** Changes are read so often, whatever was announced meanwhile. */
const POLL_MS = 15 * 60_000
/** So much is read twice: the clocks of the service and of this server differ, and a change may be listed late. */
const OVERLAP_MS = 5 * 60_000
const RETRY_MS = 60_000
const COMPARE_RETRY_MS = 10 * 60_000

/** Asks which invoices changed since the last time, and announces them. `false`: the service wants us to wait. */
async function pollChanges(
  keeper: Bookkeeper,
  scope: ConnectionScope,
  connection: StoredConnection,
  from: FiscalDay,
): Promise<boolean> {
  const { db, clock } = keeper.services
  const startedAt = clock.now()
  const { pulled_at: pulledAt } = connection
  const since = pulledAt === null ? null : toInstant(Date.parse(pulledAt) - OVERLAP_MS)
  const changed = await keeper.call((access) => keeper.gateway.changed(access, { since, from }))
  if (changed.kind !== 'ok') {
    const next = { next_pull_at: toInstant(clock.now() + RETRY_MS) }
    await updateConnection(db, scope, scope.connectionId, next)
    return changed.kind !== 'limited'
  }
  // Announced before the cursor moves: a process that ends in between asks again.
  await announceSales(db, scope, changed.value, toInstant(clock.now()))
  keeper.services.onCrashPoint?.('book:announced')
  await updatePulledAt(db, scope, scope.connectionId, {
    ...{ from, pulledAt: toInstant(startedAt), nextPullAt: toInstant(startedAt + POLL_MS) },
  })
  return true
}

function isDue(at: string | null, now: number): boolean {
  return at === null || Date.parse(at) <= now
}

/**
 * Reads the books of a connection: uses its tokens so that they stay alive, takes the invoices that people wrote there, and
 * once a day compares what both sides hold.
 */
export async function readConnection(
  services: Services,
  gateways: AccountingGateways,
  scope: ConnectionScope,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const { db, clock } = services
  const connection = await lockConnection(db, scope, scope.connectionId)
  const gateway = connection && gateways.find(({ provider }) => provider === connection.provider)
  if (!gateway || connection.state !== 'active' || connection.organization_id === null) return
  if (connection.paused_until !== null && !isDue(connection.paused_until, clock.now())) return
  const call: Bookkeeper['call'] = (work) => withAccess(services, gateway, scope, work)
  // A connection without work still renews its tokens, so that they do not end.
  const alive = await call(async () => await Promise.resolve({ kind: 'ok', value: undefined }))
  const { mapping } = connection
  const later = async (waitMs: number) =>
    await updateConnection(db, scope, scope.connectionId, { next_pull_at: toInstant(clock.now() + waitMs) })
  if (alive.kind !== 'ok') await later(RETRY_MS)
  if (alive.kind !== 'ok' || mapping === null) return
  const keeper: Bookkeeper = { services, gateway, mapping, attaches: connection.attaches, call }
  const from = parseFiscalDay(connection.pull_from ?? '')
  if (from !== undefined) {
    const isPolled = !isDue(connection.next_pull_at, clock.now())
    if (!isPolled && !(await pollChanges(keeper, scope, connection, from))) return
    let door: BookDoor | undefined
    const taking: Taking = {
      ...{ keeper, scope, from, used: await usedTaxes(services, scope) },
      open: async () => (door ??= await openBookDoor(keeper, scope)),
    }
    if (!(await takeSales(taking, shouldContinue))) return
  }
  const comparedUntil = connection.compared_at === null ? null : Date.parse(connection.compared_at)
  if (connection.since === null || !shouldContinue()) return
  if (comparedUntil === null || comparedUntil + COMPARED_EVERY_MS <= clock.now())
    if ((await compareConnection(keeper, scope, connection)).kind !== 'ok') await later(COMPARE_RETRY_MS)
}

/** The same for a job, which names only the connection. */
export async function readConnectionById(
  services: Services,
  gateways: AccountingGateways,
  connectionId: string,
  shouldContinue: () => boolean,
): Promise<void> {
  const companyId = await findCompanyOfConnection(services.db, connectionId)
  if (companyId !== undefined)
    await readConnection(services, gateways, { companyId, connectionId }, shouldContinue)
}
