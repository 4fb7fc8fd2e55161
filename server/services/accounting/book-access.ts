import { toInstant } from '#domain/calendar/east-africa.ts'
import type {
  AccountingGateway,
  BookAccess,
  BookOutcome,
  BookTokens,
} from '../../gateways/accounting/gateway.ts'
import {
  extendPause,
  lockConnection,
  updateAccessEnded,
  updateConnection,
} from '../../storage/accounting/connections.ts'
import type { ConnectionScope } from '../../storage/accounting/documents.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import type { Services } from '../context.ts'

export type AccountingGateways = readonly AccountingGateway[]

/** A token that ends this soon is replaced before it is used. */
const MARGIN_MS = 60_000
const NEVER = '1970-01-01T00:00:00.000Z'

type Denied = Exclude<BookOutcome<never>, { kind: 'ok' }>

/** Tokens as they are stored. */
export function sealedTokens({ encryption }: Pick<Services, 'encryption'>, tokens: BookTokens) {
  return {
    access_token: encryption.encrypt(tokens.access),
    refresh_token: encryption.encrypt(tokens.refresh),
    access_ends_at: toInstant(tokens.accessEndsAt),
  }
}

/**
 * What opens the books of a connection. A token that ends is replaced under the lock of the connection's row, so that
 * all processes together refresh once, and the new pair is committed before anything uses it. `rejected`: the token
 * that the service did not accept.
 */
async function findAccess(
  services: Services,
  gateway: AccountingGateway,
  scope: ConnectionScope,
  rejected: string | undefined,
): Promise<BookAccess | Denied> {
  const { db, clock, encryption } = services
  // Not `inTransaction`: its second attempt would use a refresh token twice.
  return await inOneTransaction(db, async (tx) => {
    const stored = await lockConnection(tx, scope, scope.connectionId)
    const { organization_id: organizationId, access_token: access, refresh_token: refresh } = stored ?? {}
    if (stored?.state !== 'active' || !organizationId || !access || !refresh) return { kind: 'ended' }
    const waitMs = Date.parse(stored.paused_until ?? NEVER) - clock.now()
    if (waitMs > 0) return { kind: 'limited', waitMs }
    const token = encryption.decrypt(access)
    const endsAt = stored.access_ends_at === null ? 0 : Date.parse(stored.access_ends_at)
    if (token !== rejected && endsAt > clock.now() + MARGIN_MS) return { token, organizationId }
    const outcome = await gateway.refresh(encryption.decrypt(refresh))
    services.onCrashPoint?.('book:refreshed')
    const changedAt = toInstant(clock.now())
    if (outcome.kind === 'ok') {
      const change = { ...sealedTokens(services, outcome.value), changed_at: changedAt }
      await updateConnection(tx, scope, scope.connectionId, change)
      services.log({ event: 'accounting-refreshed', connectionId: scope.connectionId })
      return { token: outcome.value.access, organizationId }
    }
    if (outcome.kind === 'ended') await updateAccessEnded(tx, scope, scope.connectionId, changedAt)
    if (outcome.kind === 'limited') await pauseAccess(tx, scope, clock.now(), outcome.waitMs)
    return outcome
  })
}

async function pauseAccess(
  db: Services['db'],
  scope: ConnectionScope,
  nowMs: number,
  waitMs: number,
): Promise<void> {
  await extendPause(db, scope, scope.connectionId, toInstant(nowMs + waitMs))
}

/**
 * Calls the service with a good token: once more after a refresh when it did not accept the first. An access that a
 * person ended makes the connection wait for *Reconnect*; a limit of the service holds every process back.
 */
export async function withAccess<T>(
  services: Services,
  gateway: AccountingGateway,
  scope: ConnectionScope,
  call: (access: BookAccess) => Promise<BookOutcome<T>>,
): Promise<BookOutcome<T>> {
  let rejected: string | undefined
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const access = await findAccess(services, gateway, scope, rejected)
    if ('kind' in access) return access
    const outcome = await call(access)
    const nowMs = services.clock.now()
    if (outcome.kind === 'ended')
      await updateAccessEnded(services.db, scope, scope.connectionId, toInstant(nowMs))
    if (outcome.kind === 'limited') await pauseAccess(services.db, scope, nowMs, outcome.waitMs)
    if (outcome.kind !== 'expired') return outcome
    rejected = access.token
  }
  await updateAccessEnded(services.db, scope, scope.connectionId, toInstant(services.clock.now()))
  return { kind: 'ended' }
}
