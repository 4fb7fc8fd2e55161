import type { Transaction } from 'kysely'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Token } from '../../gateways/tra/gateway.ts'
import { updateBlocked } from '../../storage/accounts/companies.ts'
import {
  type FiscalIdentity,
  findIdentity,
  type IdentityState,
  lockCompanyIdentity,
  updateIdentityState,
  updateLastContact,
} from '../../storage/fiscal/identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database } from '../../storage/schema.ts'
import type { IdentityScope } from '../../storage/scope.ts'
import { type ChangedRecord, upsertChanges } from '../../storage/sync/changes.ts'
import { announce } from '../webhooks/announce.ts'
import { credentialsOf, type DeliveryDeps, findEndpointOf } from './delivery-deps.ts'

type IdentityStatus = { readonly state: IdentityState; readonly reason: string }

/**
 * The status of an identity after the authority's command: 8 blocks it, 18 ends its registration, and 7 (or
 * no command, from older servers) lifts a block. It does not lift a stop or hold of our own.
 */
export function statusAfterCommand(
  identity: Pick<FiscalIdentity, 'state' | 'stateReason'>,
  command: Token['command'],
  message: string,
): IdentityStatus {
  if (command === 8) return { state: 'blocked', reason: message }
  if (command === 18) return { state: 'ended', reason: message }
  if (identity.state === 'blocked') return { state: 'active', reason: '' }
  return { state: identity.state, reason: identity.stateReason }
}

/** Writes a new standing of the identity and what follows from it for its company. Returns what changed, for the feed. */
export async function applyIdentityStatus(
  tx: Transaction<Database>,
  identity: FiscalIdentity,
  status: IdentityStatus,
  at: Instant,
): Promise<ChangedRecord[]> {
  if (identity.state !== status.state || identity.stateReason !== status.reason) {
    await updateIdentityState(tx, identity, status.state, status.reason)
  }
  const blocked = status.state === 'blocked'
  const scope = { companyId: identity.companyId }
  const reason = blocked ? status.reason : ''
  const rev = await updateBlocked(tx, scope, { blocked, reason })
  if (rev === undefined) return []
  const record: ChangedRecord = { t: 'company', id: identity.companyId }
  // A block whose reason changed is still the same block.
  if (blocked && identity.state === 'blocked') return [record]
  await announce(tx, scope, {
    ...{ type: blocked ? 'company.blocked' : 'company.unblocked', key: `company:${rev}`, at },
    data: { companyId: identity.companyId, rev, reason, fiscalState: status.state },
  })
  if (!blocked) return [record]
  return [
    { ...record, notification: { event: 'company-blocked', subject: '', label: '', operatorId: null, at } },
  ]
}

/**
 * Requests a token from the authority only to learn the device's status (field practice: at start and once a
 * night), and stores the status. Returns the state afterwards; unchanged when the authority could not be
 * reached.
 */
export async function refreshIdentityStatus(
  deps: DeliveryDeps,
  { companyId, id: identityId }: IdentityScope,
): Promise<{ readonly answered: boolean; readonly state: IdentityState }> {
  const { services, tra } = deps
  const identity = await findIdentity(services.db, { companyId, id: identityId })
  if (identity === undefined) throw new Error('the fiscal identity does not exist')
  const endpoint = findEndpointOf(deps, identity)
  if (endpoint === undefined) return { answered: false, state: identity.state }
  const outcome = await tra.token(endpoint, credentialsOf(deps, identity))
  if (outcome.kind !== 'accepted') {
    services.log({ event: 'fiscal-standing-unknown', identityId, outcome: outcome.kind })
    return { answered: false, state: identity.state }
  }
  const token = outcome.value
  await deps.tokenStoreOf(identityId).upsert(token)
  const at = toInstant(services.clock.now())
  return inTransaction(services.db, async (tx) => {
    const scope = { companyId }
    const locked = await lockCompanyIdentity(tx, scope)
    if (locked === undefined) throw new Error('the fiscal identity does not exist')
    const status = statusAfterCommand(locked, token.command, token.commandMessage)
    await updateLastContact(tx, identity, at, 'status')
    const changed = await applyIdentityStatus(tx, locked, status, at)
    if (changed.length > 0) await upsertChanges(tx, scope, changed)
    return { answered: true, state: status.state }
  })
}
