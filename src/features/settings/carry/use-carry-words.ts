import { useLingui } from '@lingui/react/macro'
import type { UnsealRefusal } from '#sync/carry/seal-work.ts'
import type { TakeOverRefusal } from '#sync/carry/take-over.ts'

type CarryRefusal = UnsealRefusal | TakeOverRefusal

/** What to say when work is not taken over. `secret` is what was asked for: a password, or the number of a screen. */
export function useCarryWords(secret: 'password' | 'number'): (code: CarryRefusal) => string {
  const { t } = useLingui()
  return (code) => {
    switch (code) {
      case 'not-ours':
        return t`This file was not made by Risiti.`
      case 'older':
        return t`This file is of an older kind that cannot be taken in. Make a new backup on the other phone.`
      case 'newer':
        return t`It was made by a newer Risiti. Update the app on this phone, then try again.`
      case 'damaged':
        return t`The file is damaged. Copy it again from where it was made.`
      case 'wrong-password':
        return secret === 'password'
          ? t`The password is not right. Capital and small letters differ.`
          : t`The number is not right. Look at the other phone again.`
      case 'foreign-company':
        return t`This work belongs to another company. Log in as somebody of that company.`
      case 'other-person':
        return t`Another person wrote this work. Log in as that person, or let the owner of the company take it.`
    }
  }
}
