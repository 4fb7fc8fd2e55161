import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** Messages and requests whose mail was refused for good: they are read only here. Nothing when there are none. */
export function RefusedMessages() {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { call } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('contact.refused', {})), [call])
  const { value } = useServerAnswer(load)
  const messages = value?.messages ?? []
  const count = messages.length
  if (count === 0) return null
  return (
    <details className="card">
      <summary>{t`Messages that our email address rejected: ${count}`}</summary>
      <p className="dim">{t`They are not mailed again. Answer them from here, and correct the contact address of the server: then they are mailed.`}</p>
      <ul className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {messages.map(({ id, fullName, email, phone, message, createdAt, refusedTo: address }) => (
          <li key={id} style={{ overflowWrap: 'anywhere' }}>
            <strong>{fullName}</strong>
            <p className="small">{[email, phone].filter((one) => one !== '').join(' · ')}</p>
            <p style={{ whiteSpace: 'pre-line' }}>{message}</p>
            <p className="dim small">
              {formatMoment(createdAt, today, translate)} · {t`Rejected at ${address}`}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
