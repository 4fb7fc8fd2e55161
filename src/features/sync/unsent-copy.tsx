import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { usePorts } from '#ui/ports.ts'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { exportQueueAsJson } from './export-queue.ts'
import { OtherUsersUnsent } from './other-users-unsent.tsx'
import { type OtherUsersUnsentCount, useOtherUsersUnsent } from './use-other-users-unsent.ts'

/** As `UnsentCopyButtons`, for a user who has not checked for the work of others yet. */
export function UnsentCopy({ unsent }: { unsent: number }) {
  return <UnsentCopyButtons unsent={unsent} others={useOtherUsersUnsent()} />
}

/**
 * A copy of unsent work, as a file. Every user may save their own; the owner also that of other users of the company
 * on this phone (spec §6), and may send it for them. Work of others that is found later is shown below.
 */
export function UnsentCopyButtons({ unsent, others }: { unsent: number; others: OtherUsersUnsentCount }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { clock } = usePorts()
  const toast = useToasts((state) => state.show)
  const { account, commands, company, session } = useAppContext()
  const today = useToday()
  const [busy, run] = useAction()
  const { mayExport: mayKnow, count = 0, recount: countAgain } = others
  const { username } = session.user
  if (company === null || unsent + count === 0) return null
  const save = async () => {
    try {
      const text = await exportQueueAsJson(account, commands.ports, {
        companyName: company.name,
        tin: company.tin,
        username,
        at: toInstant(clock.now()),
        company: mayKnow,
      })
      saveFile(new Blob([text], { type: 'application/json' }), `risiti-${today}-${username}.json`)
    } catch {
      toast({
        tone: 'bad',
        code: 'DEVICE_STORAGE_BROKEN',
        text: translate(errorMessage('DEVICE_STORAGE_BROKEN')),
      })
    }
  }
  return (
    <div className="stack">
      <Button variant="default" loading={busy} onClick={() => void run(save)}>
        {t`Save a copy of unsent records`}
      </Button>
      {count > 0 ? <OtherUsersUnsent count={count} onTaken={countAgain} /> : null}
    </div>
  )
}
