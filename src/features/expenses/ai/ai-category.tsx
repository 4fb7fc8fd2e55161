import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { AiConsent } from '#blocks/ai-consent/ai-consent.tsx'
import { AiFailureNotice } from '#blocks/ai-consent/ai-failure-notice.tsx'
import { AiStateFailure } from '#blocks/ai-consent/ai-state-failure.tsx'
import { aiCategoryMessage } from '#i18n/ai-category-messages.ts'
import { SuggestedCategories } from '../suggested-categories.tsx'
import { type AskedCategory, useAiCategory } from './use-ai-category.ts'

type Props = {
  readonly asked: AskedCategory
  readonly onChoose: (category: string) => void
}

/** A category from an AI, after consent and within the day's quota; a person confirms it (spec §1, §4). */
export function AiCategory({ asked, onChoose }: Props) {
  const { t, i18n } = useLingui()
  const { state, unread, reload, suggested, failure, busy, choose, ask } = useAiCategory(
    i18n.locale === 'en' ? 'en' : 'sw',
  )
  const [changing, setChanging] = useState(false)
  if (state === undefined) return <AiStateFailure code={unread} onRetry={reload} />
  const { provider, consent, quota } = state
  if (provider === null) {
    return (
      <p className="dim">{t`AI is not set up on this server. The suggestions of this phone work without it.`}</p>
    )
  }
  const { current, max } = quota
  const { name } = provider
  const isAsked = consent === null || (consent.choice === 'granted' && consent.coversCategories !== true)
  const isGranted = consent?.choice === 'granted'
  return (
    <section className="card stack" aria-label={t`Category by AI`} aria-busy={busy}>
      {isAsked || changing ? (
        <AiConsent
          provider={name}
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
          {isGranted && suggested ? (
            <div role="status">
              {suggested.length > 0 ? (
                <p className="dim small">{t`Suggested by a machine (${name}). Tap to choose:`}</p>
              ) : (
                <p className="dim">{t`The AI found no category that fits.`}</p>
              )}
              <SuggestedCategories suggested={suggested} onChoose={onChoose} />
            </div>
          ) : null}
          <div className="actions">
            {isGranted ? (
              <Button
                variant="default"
                loading={busy}
                onClick={() => void ask(asked)}
              >{t`Ask ${name}`}</Button>
            ) : null}
            <Button
              variant="subtle"
              disabled={busy}
              onClick={() => setChanging(true)}
            >{t`Change my choice`}</Button>
          </div>
        </>
      )}
      <AiFailureNotice failure={failure} messageOf={aiCategoryMessage} />
    </section>
  )
}
