import { deviceNameOf } from '#domain/devices/device-name.ts'
import type { AuthLimits } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import { changePassword } from '../../services/auth/change-password.ts'
import { logIn } from '../../services/auth/log-in.ts'
import { logOut } from '../../services/auth/log-out.ts'
import { refreshSession } from '../../services/auth/refresh-session.ts'
import { readSession } from '../../services/session/read-session.ts'
import { findUser, isKnownDevice, updateLanguage } from '../../storage/accounts/users.ts'
import type { Handlers } from './handler-types.ts'

type AuthHandlers = Pick<
  Handlers,
  | 'auth.login'
  | 'auth.refresh'
  | 'auth.logout'
  | 'auth.change-password'
  | 'session.read'
  | 'session.choose-language'
>

const CODE_REFUSALS: ReadonlySet<string> = new Set(['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID'])

/** Calls of the account. Guessing is limited before a password is looked at. */
export function authHandlers(services: AuthServices, limits: AuthLimits): AuthHandlers {
  return {
    'auth.login': async ({ clientAddress, userAgent }, input) => {
      const name = input.username.toLowerCase()
      await limits.loginAddress.consume(clientAddress)
      await limits.login.consume(name, clientAddress)
      // An attacker who guesses from many addresses does not have one of the person's own phones.
      const isKnown = await isKnownDevice(services.db, name, input.deviceId)
      const nameLimit = isKnown ? limits.loginKnownDevice : limits.loginName
      const subject = isKnown ? [name, input.deviceId] : [name]
      await nameLimit.consume(...subject).catch(async (error: unknown) => {
        // No password was looked at: who waits because of others has not used up attempts of their own.
        await limits.login.refund(name, clientAddress)
        throw error
      })
      const refund = async () => {
        await nameLimit.refund(...subject)
        await limits.login.refund(name, clientAddress)
        await limits.loginAddress.refund(clientAddress)
      }
      const deviceName = deviceNameOf(userAgent)
      const answer = await logIn(services, input, deviceName, limits.secondFactor).catch(
        async (error: unknown) => {
          // The password was right; guesses of the code have a limit of their own.
          const isAboutCode = error instanceof Refusal && CODE_REFUSALS.has(error.code)
          if (isAboutCode) await refund()
          throw error
        },
      )
      await refund()
      return answer
    },
    'auth.refresh': async ({ clientAddress, answersFor }, input) => {
      await limits.refresh.consume(clientAddress)
      const { user, pair } = await refreshSession(services, input)
      answersFor(user)
      return pair
    },
    'auth.logout': async ({ clientAddress }, input) => {
      await limits.refresh.consume(clientAddress)
      await logOut(services, input.refresh_token)
      return {}
    },
    'auth.change-password': async (context, input) => {
      if (context.deviceId === null) throw new Refusal('TOKEN_INVALID')
      await limits.password.consume(context.actor.userId)
      const pair = await changePassword({ ...services, ...context, deviceId: context.deviceId }, input)
      await limits.password.refund(context.actor.userId)
      return pair
    },
    'session.read': async ({ actor }) => {
      const user = await findUser(services.db, actor.userId)
      if (!user) throw new Refusal('TOKEN_INVALID')
      return await readSession(services, user)
    },
    'session.choose-language': async ({ actor }, { language }) => {
      await updateLanguage(services.db, actor.userId, language)
      return {}
    },
  }
}
