import { DAY_MS } from '../calendar/east-africa.ts'
import { normalizePhone } from '../identity/phone.ts'
import { checkNewPin } from '../pin/pin-rule.ts'
import type { FieldRefusal } from '../refusal.ts'
import type { UssdRefusal } from './ussd-refusals.ts'

/** Wrong PINs in a row before the number must be registered again. */
export const MAX_USSD_PIN_TRIES = 3
/** After so long without a right PIN a number needs a new code: a network gives unused numbers to other people. */
export const USSD_IDLE_MS = 90 * DAY_MS
/** How long the code that proves who holds the number is valid: 10 minutes. */
export const USSD_CODE_LIFETIME_MS = 10 * 60_000

/** What is wrong with a number that shall sell by USSD, and with its PIN (the same rule as for the PIN of the app). */
export function checkUssdPhone(form: {
  readonly phone: string
  readonly pin: string
}): FieldRefusal<UssdRefusal>[] {
  const found: FieldRefusal<UssdRefusal>[] = []
  if (normalizePhone(form.phone) === undefined) found.push({ path: 'phone', code: 'USSD_PHONE' })
  const [pin] = checkNewPin(form.pin)
  if (pin !== undefined) {
    found.push({ path: 'pin', code: pin === 'PIN_WEAK' ? 'USSD_PIN_WEAK' : 'USSD_PIN_FORM' })
  }
  return found
}
