import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Caller } from '#api/call.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { checkContactMessage } from '#domain/contact/check-contact-message.ts'
import { checked } from '#domain/result.ts'
import { EntryAlert } from '#ui/entry-alert.tsx'
import { EntryField } from '#ui/entry-field.tsx'
import { usePorts } from '#ui/ports.ts'

type Props = {
  readonly call: Caller
}

/** A message to the provider (spec §5, Contact form). Typed values stay until they are sent. */
export function ContactForm({ call }: Props) {
  const { t } = useLingui()
  const { newId } = usePorts()
  const [id] = useState(newId)
  const [sent, setSent] = useState(false)
  const { form, change, errorAt, code, retryAt, busy, submit, formRef } = useServerForm({
    initial: { fullName: '', email: '', phone: '', message: '' },
    check: (typed) => checked(typed, checkContactMessage(typed)),
    send: (typed) => call('contact.send', { id, ...typed }),
    onDone: () => setSent(true),
  })
  if (sent) return <p role="status">{t`Your message was sent. We will reply to your email.`}</p>
  return (
    <form className="stack" onSubmit={submit} noValidate ref={formRef}>
      <EntryAlert code={code} retryAt={retryAt} />
      <EntryField
        name="fullName"
        label={t`Full name`}
        autoComplete="name"
        maxLength={200}
        value={form.fullName}
        onChange={(fullName) => change({ fullName })}
        error={errorAt('fullName')}
      />
      <EntryField
        name="email"
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={form.email}
        onChange={(email) => change({ email })}
        error={errorAt('email')}
      />
      <EntryField
        name="phone"
        label={t`Phone number`}
        hint={t`Optional`}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        value={form.phone}
        onChange={(phone) => change({ phone })}
        error={errorAt('phone')}
      />
      <EntryField
        name="message"
        label={t`Message`}
        rows={5}
        maxLength={5000}
        value={form.message}
        onChange={(message) => change({ message })}
        error={errorAt('message')}
      />
      <button className="button" type="submit" disabled={busy}>
        {busy ? t`Please wait…` : t`Send the message`}
      </button>
    </form>
  )
}
