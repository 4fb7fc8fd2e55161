import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallOutcome } from '#api/failure.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import {
  checkRegistration,
  type RegistrationForm as Fields,
  normalizeRegistration,
} from '#domain/potential-clients/check-registration.ts'
import { checked } from '#domain/result.ts'
import { EntryAlert } from '#ui/entry-alert.tsx'
import { EntryField } from '#ui/entry-field.tsx'
import { usePorts } from '#ui/ports.ts'

const EMPTY: Fields = { fullName: '', email: '', phone: '', companyName: '', tin: '', promoCode: '' }

type Props = { readonly send: (form: Fields & { readonly id: string }) => Promise<CallOutcome<unknown>> }

/** The registration form (spec §5, Registration); the request becomes a potential client of the provider. */
export function RegistrationForm({ send }: Props) {
  const { t } = useLingui()
  const { newId } = usePorts()
  const [id] = useState(newId)
  const [done, setDone] = useState(false)
  const { form, change, errorAt, code, retryAt, busy, submit, formRef } = useServerForm({
    initial: EMPTY,
    check: (typed) => {
      const normalized = normalizeRegistration(typed)
      return checked(normalized, checkRegistration(normalized))
    },
    send: (fields) => send({ id, ...fields }),
    onDone: () => setDone(true),
  })
  if (done) {
    return <p role="status">{t`Your request was received. Account activation takes 2 working days`}</p>
  }
  const field = (name: keyof Fields) => ({
    name,
    value: form[name],
    onChange: (text: string) => change({ [name]: text }),
    error: errorAt(name),
  })
  return (
    <form className="entry-card" onSubmit={submit} noValidate ref={formRef}>
      {code === undefined ? null : (
        <p className="field-error" role="alert">{t`Registration failed! Please check and try again!`}</p>
      )}
      <EntryAlert code={code} retryAt={retryAt} />
      <EntryField {...field('fullName')} label={t`Full name`} autoComplete="name" maxLength={200} />
      <EntryField
        {...field('email')}
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <EntryField
        {...field('phone')}
        label={t`Phone number`}
        hint={t`9 digits, for example 700000101`}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={30}
      />
      <EntryField
        {...field('companyName')}
        label={t`Company name`}
        autoComplete="organization"
        maxLength={200}
      />
      <EntryField {...field('tin')} label="TIN" inputMode="numeric" autoComplete="off" maxLength={30} />
      <EntryField
        {...field('promoCode')}
        label={t`Promo code`}
        hint={t`Optional`}
        autoComplete="off"
        maxLength={30}
      />
      <button className="button" type="submit" disabled={busy}>
        {busy ? t`Please wait…` : t`Request registration`}
      </button>
    </form>
  )
}
