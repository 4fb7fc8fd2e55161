import type { ApiScope } from '#domain/api-keys/api-key.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import { apiKeyMode, hashApiKey } from '../../security/api-key.ts'
import { type ApiClient, findApiClient, noteApiUse } from '../../storage/api/clients.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { keyModeOf } from '../api-keys/manage-api-keys.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import type { ServiceContext } from '../context.ts'
import { type Door, doorContext } from '../operations/execute-at-door.ts'

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
 * Who calls, by the header `Authorization: Bearer rsk_…`. Refuses with `KEY_MISSING`, `KEY_INVALID` (unknown, ended
 * or revoked), `KEY_WRONG_MODE`, and with the code of what was disabled since.
 */
export async function authenticateKey(
  services: AuthServices,
  authorization: string | undefined,
): Promise<PublicCaller> {
  if (authorization === undefined || authorization.trim() === '') throw new Refusal('KEY_MISSING')
  const key = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? ''
  const mode = apiKeyMode(key)
  if (mode === undefined) throw new Refusal('KEY_INVALID')
  if (mode !== keyModeOf(services)) throw new Refusal('KEY_WRONG_MODE')
  const client = await findApiClient(services.db, hashApiKey(key))
  const now = toInstant(services.clock.now())
  if (client === undefined || client.revoked_at !== null) throw new Refusal('KEY_INVALID')
  if (client.expires_at !== null && client.expires_at <= now) throw new Refusal('KEY_INVALID')
  const scope = { companyId: client.company_id }
  const door: Door = { channel: 'API', clientId: client.id }
  const context = await doorContext(services, scope, client.user_id, door)
  await noteApiUse(services.db, scope, client.id, now)
  return { services, context, scope, client, door }
}

/** Refuses what the owner did not allow this key. */
export function requireScope({ client }: PublicCaller, scope: ApiScope | null): void {
  if (scope !== null && !client.scopes.includes(scope)) throw new Refusal('KEY_SCOPE_MISSING')
}
