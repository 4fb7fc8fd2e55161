import type { secondFactorEndpoints } from '#contract/second-factor-endpoints.ts'
import type { AuthLimits } from '../../ports/attempt-limit.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  resetSecondFactor,
} from '../../services/second-factor/change-second-factor.ts'
import type { Handlers } from './handler-types.ts'

/** Calls about the second factor of a login. */
export function createSecondFactorHandlers(
  services: AuthServices,
  limits: Pick<AuthLimits, 'password' | 'secondFactor'>,
): Pick<Handlers, keyof typeof secondFactorEndpoints> {
  return {
    'second-factor.read': readSecondFactor,
    'second-factor.begin': async (context, input) => await beginSecondFactor(context, limits.password, input),
    'second-factor.confirm': async (context, input) =>
      await confirmSecondFactor({ ...services, ...context }, limits.secondFactor, input),
    'second-factor.end': async (context, input) => {
      await endSecondFactor({ ...services, ...context }, limits, input)
      return {}
    },
    'users.reset-second-factor': async (context, { id }) =>
      await resetSecondFactor({ ...services, ...context }, id),
  }
}
