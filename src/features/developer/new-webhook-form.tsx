import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import type { ApiKeyMode } from '#domain/api-keys/api-key.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { checkWebhook, WEBHOOK_EVENTS, type WebhookFields } from '#domain/webhooks/webhook.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { usePorts } from '#ui/ports.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { EVENT_WORDS } from './event-words.ts'
import { createFormIds } from './form-ids.ts'

type Form = WebhookFields & { readonly mode: ApiKeyMode }

function check(form: Form): Result<Form, string> {
  const refusals = checkWebhook(form)
  return refusals.length > 0 ? refuse(refusals) : ok(form)
}

/** The form of a new address: where a program listens, whether for tests, and what it is notified of. */
export function NewWebhookForm(props: {
  /** Whether the server has sandboxes, in which keys for tests work. */
  readonly sandbox: boolean
  readonly onMade: (secret: string) => void
}) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const { newId } = usePorts()
  const [idOf] = useState(() => createFormIds(newId))
  const adding = useServerForm<Form, Form, { readonly secret: string }>({
    initial: { url: '', events: WEBHOOK_EVENTS, mode: 'live' },
    check,
    send: (form) => {
      const { url, events, mode } = form
      return call('webhooks.create', { id: idOf(form), url, events: [...events], mode })
    },
    onDone: ({ secret }) => props.onMade(secret),
  })
  const { events } = adding.form
  const refused = adding.errorAt('events')
  return (
    <ServerFormFrame of={adding} action={t`Add the address`}>
      <TextInput
        label={t({ context: 'of a program that is notified', message: 'Address' })}
        description={t`Where your program listens, for example https://shop.co.tz/risiti`}
        withAsterisk
        inputMode="url"
        autoCapitalize="none"
        {...adding.textField('url')}
      />
      {props.sandbox ? (
        <NativeSelect
          label={t`Test or live`}
          description={
            adding.form.mode === 'test'
              ? t`Notified only of what programs with a test key do.`
              : t`Notified of the invoices and the reports of your company.`
          }
          value={adding.form.mode}
          onChange={({ currentTarget: { value } }) =>
            adding.change({ mode: value === 'test' ? 'test' : 'live' })
          }
          data={[
            { value: 'live', label: t`Live` },
            { value: 'test', label: t`Test` },
          ]}
        />
      ) : null}
      {WEBHOOK_EVENTS.map((event) => (
        <Switch
          key={event}
          label={translate(EVENT_WORDS[event])}
          on={events.includes(event)}
          onChange={(on) =>
            adding.change({
              events: WEBHOOK_EVENTS.filter((known) => (known === event ? on : events.includes(known))),
            })
          }
        />
      ))}
      {refused === undefined ? null : (
        <p className="field-error" role="alert">
          {refused}
        </p>
      )}
    </ServerFormFrame>
  )
}
