import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'

type Message = EndpointAnswer<'contact.refused'>['unmailed'][number]

/**
 * Messages and requests that no mail brings to the provider: those that were refused for good, and all of them while
 * the server has no address to mail them to. They are read only here. Nothing when there are none.
 */
export function RefusedMessages() {
  const { t } = useLingui()
  const { call } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('contact.refused', {})), [call])
  const { value } = useServerAnswer(load)
  const { messages: refused, unmailed } = value ?? { messages: [], unmailed: [] }
  const [rejectedCount, unmailedCount] = [refused.length, unmailed.length]
  return (
    <>
      {rejectedCount === 0 ? null : (
        <details className="card">
          <summary>{t`Messages that our email address rejected: ${rejectedCount}`}</summary>
          <p className="dim">{t`They are not mailed again. Answer them from here, and correct the contact address of the server: then they are mailed.`}</p>
          <Messages>
            {refused.map((one) => {
              const { refusedTo: address } = one
              return <MessageItem key={one.id} message={one} end={t`Rejected at ${address}`} />
            })}
          </Messages>
        </details>
      )}
      {unmailedCount === 0 ? null : (
        <details className="card">
          <summary>{t`Messages that were not mailed: ${unmailedCount}`}</summary>
          <p className="dim">{t`This server has no email address for messages. Answer them from here, and set PROVIDER_EMAIL on the server: then they are mailed.`}</p>
          <Messages>
            {unmailed.map((one) => (
              <MessageItem key={one.id} message={one} />
            ))}
          </Messages>
        </details>
      )}
    </>
  )
}

function Messages({ children }: { readonly children: ReactNode }) {
  return (
    <ul className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {children}
    </ul>
  )
}

/** One message: who wrote it, how to answer, when; `end` says more about the time. */
function MessageItem({ message: one, end }: { readonly message: Message; readonly end?: string }) {
  const translate = useTranslate()
  const today = useToday()
  const { fullName, email, phone, message, createdAt } = one
  return (
    <li style={{ overflowWrap: 'anywhere' }}>
      <strong>{fullName}</strong>
      <p className="small">{[email, phone].filter((way) => way !== '').join(' · ')}</p>
      <p style={{ whiteSpace: 'pre-line' }}>{message}</p>
      <p className="dim small">
        {[formatMoment(createdAt, today, translate), end ?? ''].filter((part) => part !== '').join(' · ')}
      </p>
    </li>
  )
}
