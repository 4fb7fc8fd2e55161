import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { decryptWork } from '#sync/transfer/encrypted-file.ts'
import { importUnsent } from '#sync/transfer/import-unsent.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { useTransferRefusalMessage } from './use-transfer-refusal-message.ts'

/** Decrypts transferred work and imports it: the same code for files and for what the camera read. */
export function useImportUnsent(secret: 'password' | 'number', onDone: () => void) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const refusalMessage = useTransferRefusalMessage(secret)
  const { account, commands } = useAppContext()
  const [busy, run] = useAction()
  const [refusal, setRefusal] = useState<string>()

  /** The refusal to show; nothing when the work was imported. */
  const importFile = async (file: Uint8Array<ArrayBuffer>, password: string): Promise<string | undefined> => {
    const decrypted = await decryptWork(file, password)
    if (decrypted.kind === 'refused') return refusalMessage(decrypted.code)
    const result = await importUnsent(account, commands, decrypted.work, decrypted.contents)
    if (!result.ok) {
      const code = result.refusals[0]?.code
      return translate(errorMessage(code ?? 'UNEXPECTED'))
    }
    if (result.value.kind === 'refused') return refusalMessage(result.value.code)
    const { imported: fresh } = result.value
    const text =
      fresh === 0
        ? t`This phone already has all of it.`
        : t`${plural(fresh, {
            one: '# record received. It will be sent automatically.',
            other: '# records received. They will be sent automatically.',
          })}`
    toast({ tone: 'good', text })
    onDone()
    return undefined
  }

  return {
    busy,
    /** The refusal at the field of the secret; nothing without one. */
    said: refusal,
    clearRefusal: () => setRefusal(undefined),
    start: async (file: Uint8Array<ArrayBuffer>, password: string) => {
      setRefusal(undefined)
      setRefusal(
        await run(() => importFile(file, password).catch(() => translate(errorMessage('UNEXPECTED')))),
      )
    },
  }
}
