import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { RegistrationForm } from './registration-form.tsx'

/** The staff's form for a potential client; it creates the same record as the public one. */
export function NewPotentialClientScreen() {
  const { t } = useLingui()
  const { call } = useAppContext()
  return (
    <div className="page stack">
      <h1>{t`New potential client`}</h1>
      <RegistrationForm send={(form) => call('potential-clients.create', form)} />
    </div>
  )
}
