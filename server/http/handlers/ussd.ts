import type { ussdEndpoints } from '#contract/ussd-endpoints.ts'
import type { AuthLimits } from '../../ports/attempt-limit.ts'
import { endUssdPhone, readUssdPhones, registerUssdPhone } from '../../services/ussd/registration.ts'
import type { Handlers } from './handler-types.ts'

/** Registering numbers of feature phones; a code is a guess less far away, so they are limited like passwords. */
export function ussdHandlers(
  limits: Pick<AuthLimits, 'password'>,
): Pick<Handlers, keyof typeof ussdEndpoints> {
  return {
    'ussd.read': async (context) => await readUssdPhones(context),
    'ussd.register': async (context, form) => {
      await limits.password.consume('ussd', context.actor.userId)
      return await registerUssdPhone(context, form)
    },
    'ussd.end': async (context, input) => await endUssdPhone(context, input),
  }
}
