import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { unsealWork } from '#sync/carry/seal-work.ts'
import { takeOver } from '#sync/carry/take-over.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useWorkplace } from '../../workplace.ts'
import { useCarryWords } from './use-carry-words.ts'

/** Opens sealed work and takes it over: the one way in, for files and for what the camera saw. */
export function useTakingOver(secret: 'password' | 'number', onDone: () => void) {
  const { t } = useLingui()
  const say = useSay()
  const toast = useToasts((state) => state.show)
  const words = useCarryWords(secret)
  const { account, commands } = useWorkplace()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string>()

  /** What to say; nothing when it was taken over. */
  const taken = async (file: Uint8Array<ArrayBuffer>, password: string): Promise<string | undefined> => {
    const unsealed = await unsealWork(file, password)
    if (unsealed.kind === 'refused') return words(unsealed.code)
    const kept = await takeOver(account, commands, unsealed.work, unsealed.contents)
    if (kept.kind !== 'kept') {
      const code = kept.kind === 'not-kept' ? kept.code : kept.refusals[0]?.code
      return say(errorMessage(code ?? 'UNEXPECTED'))
    }
    if (kept.value.kind === 'refused') return words(kept.value.code)
    const { fresh } = kept.value
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
    /** What to say at the field of the secret; nothing while nothing was refused. */
    said,
    forget: () => setSaid(undefined),
    take: async (file: Uint8Array<ArrayBuffer>, password: string) => {
      setBusy(true)
      setSaid(undefined)
      setSaid(await taken(file, password).catch(() => say(errorMessage('UNEXPECTED'))))
      setBusy(false)
    },
  }
}
