import type { EndpointAnswer } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findEmailChange } from '../../storage/accounts/email-changes.ts'
import { findUser } from '../../storage/accounts/users.ts'
import type { Services } from '../context.ts'

/** How the person can be reached, and the address that waits to be confirmed. */
export async function readProfile(
  services: Pick<Services, 'clock' | 'db'>,
  userId: string,
): Promise<EndpointAnswer<'profile.read'>> {
  const user = await findUser(services.db, userId)
  if (!user) throw new Refusal('TOKEN_INVALID')
  const waiting = await findEmailChange(services.db, userId, toInstant(services.clock.now()))
  // What was confirmed is kept for as long as its link may be opened again.
  const pendingEmail = waiting === undefined || waiting.email === user.email ? null : waiting.email
  return { email: user.email, pendingEmail, phone: user.mobile }
}
