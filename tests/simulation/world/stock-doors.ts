import type { Kysely } from 'kysely'
import { API_SCOPES } from '#domain/api-keys/api-key.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { MAX_USSD_PIN_TRIES } from '#domain/ussd/check-ussd-phone.ts'
import { apiKeyHint, hashApiKey } from '#server/security/api-key.ts'
import { hashPassword } from '#server/security/passwords.ts'
import { insertApiClient, insertApiSecret } from '#server/storage/api/clients.ts'
import type { Database } from '#server/storage/schema.ts'
import { insertUssdPhone } from '#server/storage/ussd/phones.ts'

/** Key of the program, with the checksum that a key has; no other database knows it. */
export const API_KEY = `rsk_live_${'D'.repeat(43)}1rkk0or`
export const USSD_SECRET = 'secret-of-the-simulated-gateway'
export const USSD_NUMBER = '+255744000001'
export const USSD_PIN = '4821'

/** The devices of the ways in that are no phone. */
export const DOORS = {
  API: '0197a000-0000-7000-8000-00000000a001',
  USSD: '0197a000-0000-7000-8000-00000000a002',
} as const

/** Gives a person a program with a key, and a number that sells. */
export async function stockDoors(
  db: Kysely<Database>,
  companyId: string,
  userId: string,
  at: number,
): Promise<void> {
  const scope = { companyId }
  const created_at = toInstant(at)
  await insertApiClient(db, scope, {
    ...{ id: DOORS.API, user_id: userId, name: 'Duka mtandaoni', mode: 'live', scopes: [...API_SCOPES] },
    ...{ created_at, last_used_at: null, revoked_at: null },
  })
  await insertApiSecret(db, scope, {
    ...{ hash: hashApiKey(API_KEY), client_id: DOORS.API, hint: apiKeyHint(API_KEY) },
    ...{ created_at, expires_at: null },
  })
  await insertUssdPhone(db, scope, {
    ...{ id: DOORS.USSD, phone: USSD_NUMBER, user_id: userId, pin_hash: await hashPassword(USSD_PIN) },
    ...{ language: 'sw', pin_tries: MAX_USSD_PIN_TRIES, code_hash: null, code_ends_at: null },
    // The simulated days may be long after this: a number that is not used needs a new code.
    ...{ created_at, registered_at: created_at, used_at: '2100-01-01T00:00:00.000Z', ended_at: null },
  })
}
