import { toInstant } from '#domain/calendar/east-africa.ts'
import { hashRefreshToken } from '../../security/refresh-token.ts'
import { findRefreshToken, revokeFamily } from '../../storage/refresh-tokens.ts'
import { lockPassword } from '../../storage/users.ts'
import type { Services } from '../context.ts'

/**
 * Ends the session of a refresh token; an unknown one is as good as ended. The delivery grant of the device stays,
 * so that what it has queued still goes out.
 */
export async function logOut(services: Services, refreshToken: string): Promise<void> {
  const token = await findRefreshToken(services.db, hashRefreshToken(refreshToken))
  if (!token) return
  await services.db.transaction().execute(async (tx) => {
    await lockPassword(tx, token.user_id)
    await revokeFamily(tx, token.family_id, toInstant(services.clock.now()))
  })
}
