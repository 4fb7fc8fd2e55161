import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

/**
 * What other users of the company left on this phone: the owner can send it for them, if they cannot log in any more.
 */
export function OtherUsersUnsent({ count, onTaken }: { count: number; onTaken: () => void }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const { account, commands } = useAppContext()
  const [busy, run] = useAction()
  const importUnsent = async (): Promise<void> => {
    const { importFromOtherAccounts: takeOverHere } = await import(
      '#sync/transfer/import-from-other-accounts.ts'
    )
    const importResult = await takeOverHere(account, commands)
    if (!importResult.ok || importResult.value.kind === 'refused') {
      toast({
        tone: 'bad',
        text: translate(
          errorMessage(importResult.ok ? 'UNEXPECTED' : (importResult.refusals[0]?.code ?? 'UNEXPECTED')),
        ),
      })
      return
    }
    const { imported: fresh } = importResult.value
    const text = t`${plural(fresh, {
      one: '# record received. It will be sent automatically.',
      other: '# records received. They will be sent automatically.',
    })}`
    toast({ tone: 'good', text })
    onTaken()
  }
  return (
    <>
      <p className="dim small">
        <Plural
          value={count}
          one="# record of another user on this phone has not been sent."
          other="# records of other users on this phone have not been sent."
        />
      </p>
      <Button variant="default" loading={busy} onClick={() => void run(importUnsent)}>
        {t`Send these records`}
      </Button>
    </>
  )
}
