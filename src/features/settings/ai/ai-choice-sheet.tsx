import { useLingui } from '@lingui/react/macro'
import { useAiServer } from '#app-context/ai-server.ts'
import { AiConsent } from '#blocks/ai-consent/ai-consent.tsx'
import { AiFailureNotice } from '#blocks/ai-consent/ai-failure-notice.tsx'
import { AiStateFailure } from '#blocks/ai-consent/ai-state-failure.tsx'
import { useAiState } from '#blocks/ai-consent/use-ai-state.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'

/** What this person chose about AI, and the choice again. */
export function AiChoiceSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const show = useToasts((state) => state.show)
  const language = i18n.locale === 'en' ? 'en' : 'sw'
  const { state, unread, reload, failure, busy, choose } = useAiState(useAiServer(language))
  const save = async (choice: 'granted' | 'declined', text: string) => {
    if (!(await choose(choice, text))) return
    show({ tone: 'good', text: t`Your choice about AI is saved` })
    onClose()
  }
  return (
    <Sheet title={t`Use of AI`} opened onClose={onClose} height="auto">
      {state === undefined ? (
        <AiStateFailure code={unread} onRetry={reload} />
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
            onChoose={(choice, text) => void save(choice, text)}
          />
          <AiFailureNotice failure={failure} />
        </div>
      )}
    </Sheet>
  )
}
