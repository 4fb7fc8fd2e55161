import { createHash, randomBytes } from 'node:crypto'
import type { EndpointRequest } from '#contract/endpoints.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { AccountingGateway, BookOutcome, BookTokens } from '../../gateways/accounting/gateway.ts'
import { Refusal } from '../../ports/refusal.ts'
import {
  findConnection,
  insertAccountingLogin,
  insertConnection,
  isOrganizationTaken,
  type StoredConnection,
  takeAccountingLogin,
  updateConnection,
} from '../../storage/accounting/connections.ts'
import { startOver } from '../../storage/accounting/start-over.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'
import { auditAccounting } from './audit-accounting.ts'
import { type AccountingGateways, sealedTokens } from './book-access.ts'

/** How long a person may take at the service. */
const LOGIN_MS = 10 * 60_000

/** Who asks, in which session, and where the service sends the person back. */
export type AccountingContext = ServiceContext & { readonly familyId?: string }

/** The company whose books are connected; only its owner may (spec §2). */
export function accountingScope(context: ServiceContext): CompanyScope {
  const scope = companyScope(context)
  requireRight(context, 'accounting.manage', scope)
  return scope
}

export function gatewayOf(gateways: AccountingGateways, provider: AccountingProvider): AccountingGateway {
  const gateway = gateways.find((known) => known.provider === provider)
  if (!gateway) throw new Refusal('NOT_FOUND')
  return gateway
}

/** Turns an outcome of the service into its value or the refusal that a screen shows. */
export function answerOf<T>(outcome: BookOutcome<T>): T {
  if (outcome.kind === 'ok') return outcome.value
  if (outcome.kind === 'ended' || outcome.kind === 'expired') throw new Refusal('ACC_RECONNECT')
  throw new Refusal('UNAVAILABLE')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Begins a login at the service: the address to open. The state works once, for this person, session and company. */
export async function beginConnection(
  context: AccountingContext,
  gateways: AccountingGateways,
  redirectUri: string,
  { provider }: EndpointRequest<'accounting.connect'>,
): Promise<{ url: string }> {
  const scope = accountingScope(context)
  const gateway = gatewayOf(gateways, provider)
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(48).toString('base64url')]
  const now = context.clock.now()
  await insertAccountingLogin(
    context.db,
    scope,
    {
      ...{ state_hash: hashOf(state), user_id: context.actor.userId, provider },
      session_id: context.familyId ?? null,
      verifier: context.encryption.encrypt(verifier),
      expires_at: toInstant(now + LOGIN_MS),
    },
    toInstant(now),
  )
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { url: gateway.authorizeUrl({ state, challenge, redirectUri }) }
}

async function saveTokens(
  context: AccountingContext,
  gateway: AccountingGateway,
  tokens: BookTokens,
  offered: readonly { readonly id: string; readonly name: string }[],
): Promise<StoredConnection> {
  const { provider } = gateway
  const scope = accountingScope(context)
  const before = await findConnection(context.db, scope, provider)
  const change = {
    ...sealedTokens(context, tokens),
    ...{ state: 'choosing' as const, offered: JSON.stringify(offered) },
    changed_at: toInstant(context.clock.now()),
  }
  if (before) await updateConnection(context.db, scope, before.id, change)
  else await insertConnection(context.db, scope, { ...change, id: context.newId(), provider })
  const stored = await findConnection(context.db, scope, provider)
  if (!stored) throw new Error('The connection was not stored')
  return stored
}

/**
 * Ends a login with what the service put into the address (spec §2). The state decides which service it was. One
 * organization is chosen at once; with several the person chooses.
 */
export async function completeConnection(
  context: AccountingContext,
  gateways: AccountingGateways,
  redirectUri: string,
  { query }: EndpointRequest<'accounting.complete'>,
): Promise<{ provider: AccountingProvider }> {
  const scope = accountingScope(context)
  const login = await takeAccountingLogin(context.db, scope, hashOf(query['state'] ?? ''))
  const isOurs =
    login?.user_id === context.actor.userId &&
    (login.session_id === null || login.session_id === context.familyId) &&
    Date.parse(login.expires_at) > context.clock.now()
  if (!login || !isOurs) throw new Refusal('ACC_STATE')
  if (query['error'] !== undefined || query['code'] === undefined) throw new Refusal('ACC_DENIED')
  const gateway = gatewayOf(gateways, login.provider)
  const verifier = context.encryption.decrypt(login.verifier)
  const exchanged = await gateway.exchange({ code: query['code'], verifier, redirectUri })
  if (exchanged.kind === 'ended') throw new Refusal('ACC_STATE')
  const tokens = answerOf(exchanged)
  const offered = answerOf(await gateway.organizations(tokens.access, query))
  if (offered.length === 0) throw new Refusal('ACC_DENIED')
  const stored = await saveTokens(context, gateway, tokens, offered)
  const known = offered.find(({ id }) => id === stored.organization_id)
  const chosen = known ?? (offered.length === 1 ? offered[0] : undefined)
  if (chosen)
    await chooseOrganization(context, gateways, { provider: login.provider, organizationId: chosen.id })
  return { provider: login.provider }
}

/**
 * Connects one organization. After something was written there, or taken from there, it stays the same one; its books must
 * be in shillings; no other company may be connected to it.
 */
export async function chooseOrganization(
  context: AccountingContext,
  gateways: AccountingGateways,
  { provider, organizationId }: EndpointRequest<'accounting.choose'>,
): Promise<Record<string, never>> {
  const scope = accountingScope(context)
  const gateway = gatewayOf(gateways, provider)
  const stored = await findConnection(context.db, scope, provider)
  if (stored?.state !== 'choosing' || stored.access_token === null) throw new Refusal('NOT_FOUND')
  if (!stored.offered.some(({ id }) => id === organizationId)) throw new Refusal('NOT_FOUND')
  if (await isOrganizationTaken(context.db, provider, organizationId, scope.companyId))
    throw new Refusal('ACC_TAKEN')
  const token = context.encryption.decrypt(stored.access_token)
  const settings = answerOf(await gateway.settings({ token, organizationId }))
  if (settings.currency !== 'TZS') throw new Refusal('ACC_CURRENCY')
  const isUsed = stored.since !== null || stored.pull_from !== null || stored.pulled_at !== null
  const isOther = stored.organization_id !== organizationId
  await inTransaction(context.db, async (tx) => {
    const isFree = !isUsed || !isOther || (await startOver(tx, { ...scope, connectionId: stored.id }))
    if (!isFree) throw new Refusal('ACC_OTHER_ORGANIZATION')
    await updateConnection(tx, scope, stored.id, {
      ...{ state: 'active', organization_id: organizationId, organization_name: settings.name },
      ...{ offered: '[]', changed_at: toInstant(context.clock.now()) },
      // The limit of an organization goes on when its access is new.
      ...(isOther && { mapping: null, paused_until: null }),
    })
  })
  await auditAccounting(context, 'connect', provider)
  return {}
}

/** Ends a connection: gives the access back and erases the tokens. What was booked, and its log, stay. */
export async function disconnect(
  context: AccountingContext,
  gateways: AccountingGateways,
  { provider }: EndpointRequest<'accounting.disconnect'>,
): Promise<{ revoked: boolean }> {
  const scope = accountingScope(context)
  const gateway = gatewayOf(gateways, provider)
  const stored = await findConnection(context.db, scope, provider)
  if (!stored || stored.state === 'disconnected') throw new Refusal('NOT_FOUND')
  const { access_token: access, refresh_token: refresh } = stored
  await updateConnection(context.db, scope, stored.id, {
    ...{ state: 'disconnected', access_token: null, refresh_token: null, access_ends_at: null },
    ...{ offered: '[]', changed_at: toInstant(context.clock.now()) },
  })
  await auditAccounting(context, 'disconnect', provider)
  const tokens =
    access === null || refresh === null
      ? undefined
      : { access: context.encryption.decrypt(access), refresh: context.encryption.decrypt(refresh) }
  if (tokens === undefined || (await isUsedByOthers(context, stored))) return { revoked: false }
  return { revoked: await gateway.revoke(tokens, stored.organization_id ?? '') }
}

/** Whether another company works with what a connection would give back: all that was offered if none was chosen. */
async function isUsedByOthers(context: AccountingContext, stored: StoredConnection): Promise<boolean> {
  const { companyId } = accountingScope(context)
  const { provider, organization_id: chosen, offered } = stored
  for (const id of chosen === null ? offered.map((one) => one.id) : [chosen]) {
    if (await isOrganizationTaken(context.db, provider, id, companyId)) return true
  }
  return false
}
