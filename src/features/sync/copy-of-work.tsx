import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { can } from '#domain/permissions/can.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { useEnvironment } from '#ui/environment.ts'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import { exportWork } from './export-work.ts'
import { OthersWork } from './others-work.tsx'
import { useOthersUnsent } from './use-others-unsent.ts'

/**
 * A copy of what waits, as a file. Everybody may have their own; the owner also that of others of the company who left
 * work on this phone (spec §6), and may send it for them.
 */
export function CopyOfWork({ unsent }: { unsent: number }) {
  const { t } = useLingui()
  const say = useSay()
  const { clock } = useEnvironment()
  const toast = useToasts((state) => state.show)
  const { account, commands, company, session } = useWorkplace()
  const today = useToday()
  const [busy, setBusy] = useState(false)
  const { id, user_type, company_id, organization_id, username } = session.user
  const actor = { userId: id, userType: user_type, companyId: company_id, organizationId: organization_id }
  const ofCompany = company !== null && can(actor, 'queue.export', { companyId: company.id })
  const { count: others, countAgain } = useOthersUnsent(ofCompany)
  if (company === null || unsent + others === 0) return null
  const save = async () => {
    setBusy(true)
    try {
      const text = await exportWork(account, commands.ports, {
        companyName: company.name,
        tin: company.tin,
        username,
        at: toInstant(clock.now()),
        company: ofCompany,
      })
      saveFile(new Blob([text], { type: 'application/json' }), `risiti-${today}-${username}.json`)
    } catch {
      toast({ tone: 'bad', text: say(errorMessage('DEVICE_STORAGE_BROKEN')) })
    }
    setBusy(false)
  }
  return (
    <div className="stack">
      {others > 0 ? <OthersWork count={others} onTaken={countAgain} /> : null}
      <Button variant="default" loading={busy} onClick={() => void save()}>
        {t`Save a copy of what waits`}
      </Button>
    </div>
  )
}
