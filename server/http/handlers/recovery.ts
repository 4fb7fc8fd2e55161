import type { RecoveryLimits } from '../../ports/attempt-limit.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import { resetForgottenPassword } from '../../services/password-recovery/reset-forgotten-password.ts'
import { sendCodeAgain } from '../../services/password-recovery/send-code-again.ts'
import { addressKey, startRecovery } from '../../services/password-recovery/start-recovery.ts'
import { verifyCode } from '../../services/password-recovery/verify-code.ts'
import type { Handlers } from './handler-types.ts'

type RecoveryHandlers = Pick<
  Handlers,
  'recovery.start' | 'recovery.send-again' | 'recovery.verify' | 'recovery.reset'
>

/**
 * Endpoints for a user who forgot the password. Mails are limited per e-mail address, guesses per network
 * address.
 */
export function recoveryHandlers(services: AuthServices, limits: RecoveryLimits): RecoveryHandlers {
  return {
    'recovery.start': async ({ clientAddress }, { email }) => {
      await limits.recovery.consume(clientAddress)
      await limits.recoveryMail.consume(addressKey(email))
      return { verification: await startRecovery(services, email) }
    },
    'recovery.send-again': async ({ clientAddress }, { verification }) => {
      await limits.recovery.consume(clientAddress)
      await sendCodeAgain(services, verification, limits.recoveryMail)
      return {}
    },
    'recovery.verify': async ({ clientAddress }, input) => {
      await limits.recovery.consume(clientAddress)
      return { verification: await verifyCode(services, input) }
    },
    'recovery.reset': async ({ clientAddress }, input) => {
      await limits.recovery.consume(clientAddress)
      await resetForgottenPassword(services, input)
      return {}
    },
  }
}
