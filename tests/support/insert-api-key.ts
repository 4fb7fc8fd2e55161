import { randomUUID } from 'node:crypto'
import { API_SCOPES, type ApiKeyMode, type ApiScope } from '#domain/api-keys/api-key.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { apiKeyHint, hashApiKey, makeApiKey } from '#server/security/api-key.ts'
import type { Services } from '#server/services/context.ts'
import { insertApiClient, insertApiSecret } from '#server/storage/api/clients.ts'

/** Stores a key of the public API for a company, in the name of a user; returns the key and the id of its program. */
export async function insertApiKey(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: { readonly companyId: string },
  wanted: { readonly userId: string; readonly mode?: ApiKeyMode; readonly scopes?: readonly ApiScope[] },
): Promise<{ readonly key: string; readonly clientId: string }> {
  const { userId, mode = 'live', scopes = API_SCOPES } = wanted
  const [clientId, key, created_at] = [randomUUID(), makeApiKey(mode), toInstant(clock.now())]
  await insertApiClient(db, scope, {
    ...{ id: clientId, user_id: userId, name: 'Program', mode, scopes: [...scopes] },
    ...{ created_at, last_used_at: null, revoked_at: null },
  })
  await insertApiSecret(db, scope, {
    ...{ hash: hashApiKey(key), client_id: clientId, hint: apiKeyHint(key) },
    ...{ created_at, expires_at: null },
  })
  return { key, clientId }
}
