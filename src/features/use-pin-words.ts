import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PinChanged } from '#session/set-pin.ts'
import type { PinRefused } from '#session/try-pin.ts'

type Refused = Exclude<PinChanged, { readonly kind: 'changed' }>

/** Why a PIN was not taken, in words. */
export function usePinWords(): (refused: Refused | PinRefused) => string {
  const { t } = useLingui()
  return (refused) => {
    switch (refused.code) {
      case 'PIN_FORM':
        return t`The PIN must have 4 to 6 digits`
      case 'PIN_WEAK':
        return t`This PIN is easy to guess. Choose another one`
      case 'PIN_MISMATCH':
        return t`The two PINs are not the same`
      case 'PIN_IMPOSSIBLE':
        return t`This browser can not keep a PIN`
      case 'PIN_WRONG':
        return t`${plural(refused.triesLeft, {
          one: 'Wrong PIN. # try is left.',
          other: 'Wrong PIN. # tries are left.',
        })}`
      case 'PIN_WAIT':
        return t`Wait a little before the next try.`
      case 'PIN_ENDED':
        return t`The PIN has ended. Log in with the password.`
    }
  }
}
