import { errorMessage } from '#i18n/error-messages.ts'
import { sendingStep } from '#i18n/sending-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { ResolveButton } from './resolve-button.tsx'

/** Why nothing of this account is sent, and the button that changes it. */
export function PausedNotice({ code }: { code: string }) {
  const translate = useTranslate()
  const step = sendingStep(code)
  return (
    <section className="card stack" data-refused>
      <div className="notice" data-tone="bad" role="alert">
        <Icon name="lock" />
        <div>
          <strong>{translate(errorMessage(code))}</strong>
          {step ? translate(step) : null} <HelpLink code={code} />
        </div>
      </div>
      <ResolveButton code={code} subject={undefined} />
    </section>
  )
}
