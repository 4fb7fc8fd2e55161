import type { Transaction } from 'kysely'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Token } from '../../gateways/tra/gateway.ts'
import { type ChangedRecord, recordChanges } from '../../storage/changes.ts'
import { keepBlocked } from '../../storage/company-standing.ts'
import {
  type FiscalIdentity,
  findIdentity,
  type IdentityState,
  keepContact,
  keepIdentityState,
  lockCompanyIdentity,
} from '../../storage/fiscal-identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database } from '../../storage/schema.ts'
import { credentialsOf, type DeliveryDeps, mayReach } from './delivery-deps.ts'

type Standing = { readonly state: IdentityState; readonly reason: string }

/**
 * How an identity stands after the authority's word: 8 blocks it, 18 ends its registration, and 7 (or no word, from
 * older servers) lifts a block. A stop or hold of our own is not lifted by it.
 */
export function standingAfter(
  identity: Pick<FiscalIdentity, 'state' | 'stateReason'>,
  command: Token['command'],
  message: string,
): Standing {
  if (command === 8) return { state: 'blocked', reason: message }
  if (command === 18) return { state: 'ended', reason: message }
  if (identity.state === 'blocked') return { state: 'active', reason: '' }
  return { state: identity.state, reason: identity.stateReason }
}

/** Writes a new standing of the identity and what follows from it for its company. Gives what changed, for the feed. */
export async function applyStanding(
  tx: Transaction<Database>,
  identity: FiscalIdentity,
  standing: Standing,
  at: Instant,
): Promise<ChangedRecord[]> {
  if (identity.state !== standing.state || identity.stateReason !== standing.reason) {
    await keepIdentityState(tx, identity.id, standing.state, standing.reason)
  }
  const blocked = standing.state === 'blocked'
  const scope = { companyId: identity.companyId }
  const changed = await keepBlocked(tx, scope, { blocked, reason: blocked ? standing.reason : '' })
  if (!changed) return []
  const record: ChangedRecord = { t: 'company', id: identity.companyId }
  if (!blocked || identity.state === 'blocked') return [record]
  return [{ ...record, news: { event: 'company-blocked', subject: '', label: '', operatorId: null, at } }]
}

/**
 * Asks the authority for a token only to hear how the device stands (field practice: at start and once a night), and
 * writes what it says. Gives the state afterwards; unchanged when it could not be asked.
 */
export async function askStanding(
  deps: DeliveryDeps,
  identityId: string,
): Promise<{ readonly asked: boolean; readonly state: IdentityState }> {
  const { services, tra, endpoint } = deps
  const identity = await findIdentity(services.db, identityId)
  if (identity === undefined) throw new Error('the fiscal identity does not exist')
  if (!mayReach(deps, identity)) return { asked: false, state: identity.state }
  const outcome = await tra.token(endpoint, credentialsOf(deps, identity))
  if (outcome.kind !== 'accepted') {
    services.log({ event: 'fiscal-standing-unknown', identityId, outcome: outcome.kind })
    return { asked: false, state: identity.state }
  }
  const token = outcome.value
  await deps.shelfOf(identityId).keep(token)
  const at = toInstant(services.clock.now())
  return inTransaction(services.db, async (tx) => {
    const scope = { companyId: identity.companyId }
    const locked = await lockCompanyIdentity(tx, scope)
    if (locked === undefined) throw new Error('the fiscal identity does not exist')
    const standing = standingAfter(locked, token.command, token.commandMessage)
    await keepContact(tx, identityId, at, 'status')
    const changed = await applyStanding(tx, locked, standing, at)
    if (changed.length > 0) await recordChanges(tx, scope, changed)
    return { asked: true, state: standing.state }
  })
}
