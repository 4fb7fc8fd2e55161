import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { AiConsent } from '#blocks/ai-consent/ai-consent.tsx'
import { AiFailureNotice } from '#blocks/ai-consent/ai-failure-notice.tsx'
import { AiStateFailure } from '#blocks/ai-consent/ai-state-failure.tsx'
import { fillWording } from '#domain/insights/wording.ts'
import { figureText, useSubjectName } from '../finding-words.ts'
import type { NamedFinding } from '../use-insights.ts'
import { useAiWording, type Worded } from './use-ai-wording.ts'

function WordedList({ worded, provider }: { worded: Worded; provider: string }) {
  const { t } = useLingui()
  const subjectName = useSubjectName()
  const fill = (finding: NamedFinding) => (name: string) => {
    if (name === 'subject') return subjectName(finding)
    const figure = finding.figures.find((one) => one.name === name)
    return figure ? figureText(figure) : ''
  }
  return (
    <>
      <ul className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {worded.wordings.map(({ id, headline, body, finding }) => (
          <li key={id} style={{ overflowWrap: 'anywhere' }}>
            <strong>{fillWording(headline, fill(finding))}</strong>
            <p>{fillWording(body, fill(finding))}</p>
          </li>
        ))}
      </ul>
      <p className="dim small">
        {t`Written by a machine (${provider}). The figures are from your records.`}{' '}
        {worded.cached ? t`Kept from an earlier request; nothing was counted.` : null}
      </p>
    </>
  )
}

/** Wording of the findings by AI (spec §4): consent first, then requests within the day's quota. */
export function AiSection({ findings }: { readonly findings: readonly NamedFinding[] }) {
  const { t, i18n } = useLingui()
  const { state, unread, reload, worded, failure, busy, choose, request } = useAiWording(
    i18n.locale === 'en' ? 'en' : 'sw',
  )
  const [changing, setChanging] = useState(false)
  if (state === undefined) return <AiStateFailure code={unread} onRetry={reload} />
  const { provider, consent, quota } = state
  if (provider === null) {
    return (
      <p className="dim">{t`Wording by AI is not set up on this server. The findings are complete without it.`}</p>
    )
  }
  const { current, max } = quota
  const isGranted = consent?.choice === 'granted'
  return (
    <section className="card stack" aria-labelledby="ai-wording" aria-busy={busy}>
      <h3 className="section-title" id="ai-wording">{t`In words, by AI`}</h3>
      {consent === null || changing ? (
        <AiConsent
          provider={provider.name}
          country={provider.country}
          busy={busy}
          onChoose={(choice, text) => {
            setChanging(false)
            void choose(choice, text)
          }}
        />
      ) : (
        <>
          <p className="dim">
            {isGranted
              ? t`AI requests today: ${current} of ${max}`
              : t`You did not agree to AI. Nothing is sent.`}
          </p>
          {worded ? <WordedList worded={worded} provider={provider.name} /> : null}
          <div className="actions">
            {isGranted ? (
              <Button
                variant="default"
                loading={busy}
                onClick={() => void request(findings)}
              >{t`Put my figures into words`}</Button>
            ) : null}
            <Button
              variant="subtle"
              disabled={busy}
              onClick={() => setChanging(true)}
            >{t`Change my choice`}</Button>
          </div>
        </>
      )}
      <AiFailureNotice failure={failure} />
    </section>
  )
}
