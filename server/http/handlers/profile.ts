import type { AuthLimits } from '../../ports/attempt-limit.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import { changeEmail, confirmNewEmail } from '../../services/profile/change-email.ts'
import { changePhone } from '../../services/profile/change-phone.ts'
import { readProfile } from '../../services/profile/read-profile.ts'
import type { Handlers } from './handler-types.ts'

type ProfileHandlers = Pick<
  Handlers,
  'profile.read' | 'profile.change-email' | 'profile.confirm-email' | 'profile.change-phone'
>

/** Calls of a person about the own account. Guessing the password is limited as at its change. */
export function profileHandlers(
  services: AuthServices,
  limits: Pick<AuthLimits, 'password'>,
): ProfileHandlers {
  return {
    'profile.read': async (context) => await readProfile(context, context.actor.userId),
    'profile.change-email': async (context, form) => {
      await limits.password.consume(context.actor.userId)
      await changeEmail({ ...services, ...context }, form)
      return {}
    },
    'profile.confirm-email': async (context, { token }) => {
      await confirmNewEmail({ ...services, ...context }, token)
      return await readProfile(context, context.actor.userId)
    },
    'profile.change-phone': async (context, { phone }) => {
      await changePhone(context, phone)
      return await readProfile(context, context.actor.userId)
    },
  }
}
