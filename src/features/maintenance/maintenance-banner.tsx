import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { type Maintenance, maintenanceAt } from '#domain/app/maintenance.ts'
import { spokenMoment } from '#i18n/spoken-moment.ts'
import { everyMinute } from '#ui/every-minute.ts'
import { usePorts } from '#ui/ports.ts'

/** Announces planned maintenance before and during it (spec §1), with what goes on working without the server. */
export function MaintenanceBanner({ planned }: { readonly planned: Maintenance }) {
  const { t, i18n } = useLingui()
  const { clock } = usePorts()
  const state = useSyncExternalStore(everyMinute, () => maintenanceAt(planned, clock.now()))
  if (state === 'none') return null
  const language = i18n.locale === 'en' ? 'en' : 'sw'
  const start = spokenMoment(planned.start, language)
  const end = spokenMoment(planned.end, language)
  return (
    <div className="alert alert-calm" role="status" data-maintenance={state}>
      <strong>{t`Maintenance notice`}</strong>
      {state === 'before'
        ? t`The server of Risiti will be off from ${start} to ${end}, East Africa time.`
        : t`The server of Risiti is off until ${end}, East Africa time.`}{' '}
      {t`You can go on selling: sales, expenses and customers are saved on this phone and sent afterwards. Logging in, emails and TRA's answers wait.`}
    </div>
  )
}
