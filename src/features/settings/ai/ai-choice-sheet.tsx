import { useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { AiConsent } from '#blocks/ai-consent/ai-consent.tsx'
import { AiStateFailure } from '#blocks/ai-consent/ai-state-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { CONSENT_VERSION } from '#domain/insights/ai-refusals.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

/** What this person chose about AI, and the choice again. */
export function AiChoiceSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const show = useToasts((state) => state.show)
  const load = useCallback(async () => loadedFrom(await call('insights.state', {})), [call])
  const { value: state, failure, reload } = useServerAnswer(load)
  const [failed, setFailed] = useState(false)
  const [busy, run] = useAction()
  const choose = async (choice: 'granted' | 'declined', text: string) => {
    setFailed(false)
    const language = i18n.locale === 'en' ? 'en' : 'sw'
    const outcome = await call('insights.consent', { choice, language, textVersion: CONSENT_VERSION, text })
    if (outcome.kind !== 'answered') {
      setFailed(true)
      return
    }
    show({ tone: 'good', text: t`Your choice about AI is saved` })
    onClose()
  }
  return (
    <Sheet title={t`Use of AI`} opened onClose={onClose} height="auto">
      {state === undefined ? (
        <AiStateFailure code={failure} onRetry={reload} />
      ) : state.provider === null ? (
        <p className="dim">{t`AI is not set up on this server. Nothing is sent.`}</p>
      ) : (
        <div className="stack">
          {state.consent === null ? null : (
            <p>
              <strong>
                {state.consent.choice === 'granted'
                  ? t`You agreed to AI.`
                  : t`You did not agree to AI. Nothing is sent.`}
              </strong>
            </p>
          )}
          <AiConsent
            provider={state.provider.name}
            country={state.provider.country}
            busy={busy}
            onChoose={(choice, text) => void run(() => choose(choice, text))}
          />
          {failed ? (
            <p className="field-error" role="alert">
              {translate(errorMessage('AI_CONSENT_NOT_SAVED'))}
            </p>
          ) : null}
        </div>
      )}
    </Sheet>
  )
}
