import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PinChanged } from '#session/set-pin.ts'
import type { PinRefused } from '#session/try-pin.ts'

type Refused = Exclude<PinChanged, { readonly kind: 'changed' }>

/** Why a PIN was refused, in words. */
export function usePinRefusalMessage(): (refused: Refused | PinRefused) => string {
  const { t } = useLingui()
  return (refused) => {
    switch (refused.code) {
      case 'PIN_FORM':
        return t`The PIN must have 4 to 6 digits`
      case 'PIN_WEAK':
        return t`This PIN is easy to guess. Choose another one`
      case 'PIN_MISMATCH':
        return t`The PINs do not match`
      case 'PIN_IMPOSSIBLE':
        return t`This browser cannot keep a PIN`
      case 'PIN_WRONG':
        return t`${plural(refused.attemptsLeft, {
          one: 'Wrong PIN. # try left.',
          other: 'Wrong PIN. # tries left.',
        })}`
      case 'PIN_WAIT':
        return t`Wait a moment before you try again.`
      case 'PIN_ENDED':
        return t`Your PIN was removed. Log in with your password.`
    }
  }
}
