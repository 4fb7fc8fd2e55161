import type { ApiKeyView } from '#contract/api-key-endpoints.ts'
import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { type ApiKeyMode, checkApiKey } from '#domain/api-keys/api-key.ts'
import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { oneLine } from '#domain/text/one-line.ts'
import { Refusal } from '../../ports/refusal.ts'
import { apiKeyHint, hashApiKey, makeApiKey } from '../../security/api-key.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { fullName } from '../../storage/accounts/users.ts'
import {
  type ApiClient,
  expireApiSecrets,
  insertApiClient,
  insertApiSecret,
  listApiClients,
  lockApiClient,
  revokeApiClient,
} from '../../storage/api/clients.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { parseMoment, parseNullableMoment } from '../../storage/row-values.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { actedBy, companyScope, requireRight, type ServiceContext } from '../context.ts'
import type { DeliveryDeps } from '../fiscal/delivery-deps.ts'
import { nameBasedId } from '../operations/name-based-id.ts'
import { announceExpiringKeys } from './announce-expiring.ts'
import { openSandbox } from './open-sandbox.ts'
import { sandboxScopeOf } from './sandbox-scope.ts'

type ShownOnce = EndpointAnswer<'api-keys.create'>
type KeyList = EndpointAnswer<'api-keys.list'>

function scopeOf(context: ServiceContext): CompanyScope {
  const scope = companyScope(context)
  requireRight(context, 'api-key.manage', scope)
  return scope
}

/** The keys of the company, revoked ones included, newest first. */
export async function listApiKeys(services: AuthServices, context: ServiceContext): Promise<KeyList> {
  return await answer(services, context.db, scopeOf(context))
}

async function answer(services: AuthServices, db: Db, scope: CompanyScope): Promise<KeyList> {
  const rows = [
    ...(await listApiClients(db, scope, scope)),
    ...(await listApiClients(db, sandboxScopeOf(scope), scope)),
  ]
  const keys = rows.map(
    (row): ApiKeyView => ({
      id: row.id,
      name: row.name,
      mode: row.mode,
      scopes: row.scopes,
      hint: row.hint ?? '',
      createdAt: parseMoment(row.created_at),
      createdBy: fullName(row),
      lastUsedAt: parseNullableMoment(row.last_used_at),
      revokedAt: parseNullableMoment(row.revoked_at),
    }),
  )
  keys.sort((a, b) => instantMs(b.createdAt) - instantMs(a.createdAt))
  return {
    mode: services.environmentByDefault === 'live' ? 'live' : 'test',
    sandbox: services.offersSandbox,
    keys,
  }
}

/**
 * Makes a key that works in the name of the owner who makes it: a live one for the company, a test one for its sandbox.
 * Only this answer has it. An answer that got lost cannot be given again: the same form once more replaces the key, and
 * one that was changed since makes another client, so that a key never may do more than its form showed.
 */
export async function createApiKey(
  context: ServiceContext,
  delivery: DeliveryDeps | undefined,
  { id, name, scopes, mode = 'live' }: EndpointRequest<'api-keys.create'>,
): Promise<ShownOnce> {
  const own = scopeOf(context)
  const [refused] = checkApiKey({ name, scopes })
  if (refused) throw new Refusal(refused.code, { fields: checkApiKey({ name, scopes }) })
  const at = toInstant(context.clock.now())
  const scope = mode === 'test' ? await openSandbox(context, delivery, own) : own
  const client: ClientFields = {
    ...{ user_id: context.actor.userId, name: oneLine(name), mode, scopes: [...new Set(scopes)] },
  }
  const unused = { created_at: at, last_used_at: null, revoked_at: null }
  return await inTransaction(context.db, async (tx) => {
    let madeId = id
    if (!(await insertApiClient(tx, scope, { id, ...client, ...unused }))) {
      const known = await lockKey(tx, own, id)
      const isRepeat = isSameClient(known.client, client)
      const { user_id, scopes: allowed } = client
      // A changed form may be sent again too: it has one id of its own.
      if (!isRepeat)
        madeId = nameBasedId(id, JSON.stringify([mode, user_id, client.name, [...allowed].sort()]))
      if (isRepeat || !(await insertApiClient(tx, scope, { id: madeId, ...client, ...unused })))
        await expireApiSecrets(tx, scope, madeId, at)
    }
    await audit(tx, context, own, madeId, 'api-key.create', { name: client.name, scopes, mode })
    return await issue(tx, scope, { id: madeId, mode, at })
  })
}

type ClientFields = Pick<ApiClient, 'user_id' | 'name' | 'mode' | 'scopes'>

function isSameClient(known: ClientFields, form: ClientFields): boolean {
  return (
    known.user_id === form.user_id &&
    known.name === form.name &&
    known.mode === form.mode &&
    known.scopes.length === form.scopes.length &&
    form.scopes.every((one) => known.scopes.includes(one))
  )
}

async function issue(
  db: Db,
  scope: CompanyScope,
  { id, mode, at }: { readonly id: string; readonly mode: ApiKeyMode; readonly at: Instant },
): Promise<ShownOnce> {
  const key = makeApiKey(mode)
  await insertApiSecret(db, scope, {
    ...{ hash: hashApiKey(key), client_id: id, hint: apiKeyHint(key) },
    ...{ created_at: at, expires_at: null },
  })
  return { id, key }
}

/** A client of the company or of its sandbox, locked; an unknown one and one of another company are refused alike. */
async function lockKey(
  tx: Db,
  own: CompanyScope,
  id: string,
): Promise<{ readonly client: ApiClient; readonly scope: CompanyScope }> {
  for (const scope of [own, sandboxScopeOf(own)]) {
    const client = await lockApiClient(tx, scope, id)
    if (client) return { client, scope }
  }
  throw new Refusal('NOT_FOUND')
}

/** Gives a client another key; the old one still works for the hours that were chosen. */
export async function rotateApiKey(
  context: ServiceContext,
  { id, overlapHours }: EndpointRequest<'api-keys.rotate'>,
): Promise<ShownOnce> {
  const own = scopeOf(context)
  const now = context.clock.now()
  return await inTransaction(context.db, async (tx) => {
    const { client, scope } = await lockKey(tx, own, id)
    await expireApiSecrets(tx, scope, id, toInstant(now + overlapHours * 3_600_000))
    await audit(tx, context, own, id, 'api-key.rotate', { name: client.name, overlapHours })
    // At once: a key that works for one more hour would end before the job of the hour finds it.
    await announceExpiringKeys(tx, scope, now)
    return await issue(tx, scope, { id, mode: client.mode, at: toInstant(now) })
  })
}

/** Ends a client and all its keys at once and for good. */
export async function revokeApiKey(
  services: AuthServices,
  context: ServiceContext,
  { id }: EndpointRequest<'api-keys.revoke'>,
): Promise<KeyList> {
  const own = scopeOf(context)
  const at = toInstant(context.clock.now())
  return await inTransaction(context.db, async (tx) => {
    const { client, scope } = await lockKey(tx, own, id)
    await revokeApiClient(tx, scope, id, at)
    await expireApiSecrets(tx, scope, id, at)
    await audit(tx, context, own, id, 'api-key.revoke', { name: client.name })
    return await answer(services, tx, own)
  })
}

async function audit(
  db: Db,
  context: ServiceContext,
  scope: CompanyScope,
  id: string,
  action: 'api-key.create' | 'api-key.rotate' | 'api-key.revoke',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const at = toInstant(context.clock.now())
  await insertAuditEntry(db, { ...scope, ...actedBy(context), at, action, subject: `api-key:${id}`, detail })
}
