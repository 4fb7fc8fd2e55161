import type { ApiScope } from '#domain/api-keys/api-key.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import { apiKeyMode, hashApiKey } from '../../security/api-key.ts'
import { type ApiClient, findApiClient, noteApiUse } from '../../storage/api/clients.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import type { ServiceContext } from '../context.ts'
import { type Door, doorContext } from '../operations/execute-at-door.ts'

/** A busy program does not write with every call that it made one. */
const NOTED_EVERY_MS = 60_000

/** A program that calls with a key: it works for the company of the key, in the name of who made it. */
export type PublicCaller = {
  readonly services: AuthServices
  readonly context: ServiceContext
  readonly scope: CompanyScope
  readonly client: ApiClient
  readonly door: Door
}

/** A write of a program, and the key under which it is done once. */
export type PublicWriter = PublicCaller & { readonly key: string }

/**
 * The program that calls, by the header `Authorization: Bearer rsk_…`. Refuses with `KEY_MISSING`, `KEY_INVALID` (unknown),
 * `KEY_REVOKED`, `KEY_EXPIRED`, and `KEY_WRONG_MODE` (a test key outside a sandbox).
 */
export async function authenticateKey(
  services: AuthServices,
  authorization: string | undefined,
): Promise<ApiClient> {
  if (authorization === undefined || authorization.trim() === '') throw new Refusal('KEY_MISSING')
  const key = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? ''
  const mode = apiKeyMode(key)
  if (mode === undefined) throw new Refusal('KEY_INVALID')
  if (mode === 'test' && !services.offersSandbox) throw new Refusal('KEY_WRONG_MODE')
  const client = await findApiClient(services.db, hashApiKey(key))
  const now = toInstant(services.clock.now())
  if (client === undefined) throw new Refusal('KEY_INVALID')
  // Who has the key learns why it ended: a program's log must not send its owner to look for a typing mistake.
  if (client.revoked_at !== null) throw new Refusal('KEY_REVOKED')
  if (client.expires_at !== null && client.expires_at <= now) throw new Refusal('KEY_EXPIRED')
  // What a test key does must never be among the numbers of a real company, nor the reverse.
  const isSandbox = client.sandbox_of !== null
  if (client.mode !== mode || isSandbox !== (mode === 'test')) throw new Refusal('KEY_WRONG_MODE')
  return client
}

/** In whose name and where a program works. Refuses with the code of what was disabled since its key was made. */
export async function callerOf(services: AuthServices, client: ApiClient): Promise<PublicCaller> {
  const now = toInstant(services.clock.now())
  const scope = { companyId: client.company_id }
  const door: Door = { channel: 'API', clientId: client.id }
  const context = await doorContext(services, scope, client.user_id, door)
  const { last_used_at: last } = client
  if (last === null || now > toInstant(Date.parse(last) + NOTED_EVERY_MS)) {
    await noteApiUse(services.db, scope, client.id, now)
  }
  return { services, context, scope, client, door }
}

/** Refuses what the owner did not allow this key. */
export function requireScope({ client }: PublicCaller, scope: ApiScope | null): void {
  if (scope !== null && !client.scopes.includes(scope)) throw new Refusal('KEY_SCOPE_MISSING')
}
