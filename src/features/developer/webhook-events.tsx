import { useLingui } from '@lingui/react/macro'
import type { DescribedMessage } from '#contract/developer-endpoints.ts'
import { WEBHOOK_EVENTS } from '#domain/webhooks/webhook.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { FieldTable } from './api-parts.tsx'
import { EVENT_WORDS } from './event-words.ts'
import { messageFields } from './read-fields.ts'

/** Every event with the fields of its message, from the description of the server. */
export function WebhookEvents(props: {
  readonly described: Readonly<Record<string, { readonly post: DescribedMessage }>>
}) {
  const { t } = useLingui()
  const translate = useTranslate()
  return WEBHOOK_EVENTS.map((event) => {
    const message = props.described[event]?.post
    return (
      <details key={event}>
        <summary>
          <code translate="no">{event}</code>: {translate(EVENT_WORDS[event])}
        </summary>
        {message === undefined ? null : (
          <FieldTable
            id={`webhook-${event}`}
            label={t`What the message ${event} says`}
            fields={messageFields(message)}
          />
        )}
      </details>
    )
  })
}
