import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { useEnvironment } from '#ui/environment.ts'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import { exportWork } from './export-work.ts'
import { OthersWork } from './others-work.tsx'
import { type OthersUnsent, useOthersUnsent } from './use-others-unsent.ts'

/** As `CopyButtons`, for who has not looked for the work of others yet. */
export function CopyOfWork({ unsent }: { unsent: number }) {
  return <CopyButtons unsent={unsent} others={useOthersUnsent()} />
}

/**
 * A copy of what waits, as a file. Everybody may have their own; the owner also that of others of the company who left
 * work on this phone (spec §6), and may send it for them. What is found later stands below what is there.
 */
export function CopyButtons({ unsent, others }: { unsent: number; others: OthersUnsent }) {
  const { t } = useLingui()
  const say = useSay()
  const { clock } = useEnvironment()
  const toast = useToasts((state) => state.show)
  const { account, commands, company, session } = useWorkplace()
  const today = useToday()
  const [busy, setBusy] = useState(false)
  const { mayKnow, count = 0, countAgain } = others
  const { username } = session.user
  if (company === null || unsent + count === 0) return null
  const save = async () => {
    setBusy(true)
    try {
      const text = await exportWork(account, commands.ports, {
        companyName: company.name,
        tin: company.tin,
        username,
        at: toInstant(clock.now()),
        company: mayKnow,
      })
      saveFile(new Blob([text], { type: 'application/json' }), `risiti-${today}-${username}.json`)
    } catch {
      toast({ tone: 'bad', text: say(errorMessage('DEVICE_STORAGE_BROKEN')) })
    }
    setBusy(false)
  }
  return (
    <div className="stack">
      <Button variant="default" loading={busy} onClick={() => void save()}>
        {t`Save a copy of unsent records`}
      </Button>
      {count > 0 ? <OthersWork count={count} onTaken={countAgain} /> : null}
    </div>
  )
}
