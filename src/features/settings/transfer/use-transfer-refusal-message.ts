import { useLingui } from '@lingui/react/macro'
import type { DecryptRefusal } from '#sync/transfer/encrypted-file.ts'
import type { ImportRefusal } from '#sync/transfer/import-unsent.ts'

type TransferRefusal = DecryptRefusal | ImportRefusal

/** The message when work is not imported. `secret` is what was asked for: a password, or the number of a screen. */
export function useTransferRefusalMessage(secret: 'password' | 'number'): (code: TransferRefusal) => string {
  const { t } = useLingui()
  return (code) => {
    switch (code) {
      case 'not-ours':
        return t`This file was not made by Risiti.`
      case 'older':
        return t`This backup file is too old. Make a new one on the other phone.`
      case 'newer':
        return t`It was made by a newer version of Risiti. Update the app on this phone, then try again.`
      case 'damaged':
        return t`The file is damaged. Copy it again from the other phone.`
      case 'wrong-password':
        return secret === 'password'
          ? t`Wrong password. Check capital and small letters.`
          : t`Wrong number. Check the other phone again.`
      case 'foreign-company':
        return t`These records belong to another company. Log in with an account of that company.`
      case 'other-person':
        return t`These records belong to another user. Log in as that user, or ask the company owner to receive them.`
    }
  }
}
