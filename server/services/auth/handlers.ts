import type { Handlers } from '../../http/handlers.ts'
import { findUser, isKnownDevice, setLanguage } from '../../storage/users.ts'
import { Refusal } from '../refusal.ts'
import { readSession } from '../session/read-session.ts'
import type { AuthLimits, AuthServices } from './auth-services.ts'
import { changePassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { refreshSession } from './refresh-session.ts'

type AuthHandlers = Pick<
  Handlers,
  | 'auth.login'
  | 'auth.refresh'
  | 'auth.logout'
  | 'auth.change-password'
  | 'session.read'
  | 'session.choose-language'
>

/** Calls of the account. Guessing is limited before a password is looked at. */
export function authHandlers(services: AuthServices, limits: AuthLimits): AuthHandlers {
  return {
    'auth.login': async ({ clientAddress }, input) => {
      const name = input.username.toLowerCase()
      await limits.loginAddress.take(clientAddress)
      await limits.login.take(name, clientAddress)
      // Whoever guesses from many addresses has none of the person's own phones in the hand.
      const known = await isKnownDevice(services.db, name, input.deviceId)
      const byName = known ? limits.loginKnownDevice : limits.loginName
      const subject = known ? [name, input.deviceId] : [name]
      await byName.take(...subject).catch(async (refused: unknown) => {
        // No password was looked at: who waits because of others has not used up attempts of their own.
        await limits.login.forgive(name, clientAddress)
        throw refused
      })
      const answer = await logIn(services, input)
      await byName.forgive(...subject)
      await limits.login.forgive(name, clientAddress)
      await limits.loginAddress.forgive(clientAddress)
      return answer
    },
    'auth.refresh': async ({ clientAddress }, input) => {
      await limits.refresh.take(clientAddress)
      return await refreshSession(services, input.refresh_token)
    },
    'auth.logout': async ({ clientAddress }, input) => {
      await limits.refresh.take(clientAddress)
      await logOut(services, input.refresh_token)
      return {}
    },
    'auth.change-password': async (context, input) => {
      if (context.deviceId === null) throw new Refusal('TOKEN_INVALID')
      await limits.password.take(context.actor.userId)
      const pair = await changePassword({ ...services, ...context, deviceId: context.deviceId }, input)
      await limits.password.forgive(context.actor.userId)
      return pair
    },
    'session.read': async ({ actor }) => {
      const user = await findUser(services.db, actor.userId)
      if (!user) throw new Refusal('TOKEN_INVALID')
      return await readSession(services, user)
    },
    'session.choose-language': async ({ actor }, { language }) => {
      await setLanguage(services.db, actor.userId, language)
      return {}
    },
  }
}
