import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { Caller } from '#api/call.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { loadAdministrationMessages } from '#i18n/language.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useOnline } from '#ui/use-online.ts'
import { ProviderWays } from './provider-ways.tsx'

/** It works only with the server: neither it nor its words are stored on the phone. */
const ContactForm = lazyComponent(async () => {
  const [{ ContactForm: Form }] = await Promise.all([
    import('./form/contact-form.tsx'),
    loadAdministrationMessages(),
  ])
  return Form
})

/**
 * How to reach the provider, stored on the phone for when it is offline or its company is blocked, and below it the
 * form for a message.
 */
export function ContactScreen({ call }: { readonly call: Caller }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const online = useOnline()
  const [opened, setOpened] = useState(online)
  // Once there it stays, with what was typed, when the connection breaks.
  if (online && !opened) setOpened(true)
  return (
    <div className="public-card entry-card">
      <h1>{t`Contact us`}</h1>
      <ProviderWays call={call} />
      {opened ? (
        <Suspense fallback={<div aria-busy="true" />}>
          <ContactForm call={call} />
        </Suspense>
      ) : (
        <p className="dim">{translate(errorMessage('NETWORK_UNREACHABLE'))}</p>
      )}
    </div>
  )
}
