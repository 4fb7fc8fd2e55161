import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useSay } from '#i18n/use-say.ts'
import { Icon } from '#ui/icon.tsx'
import { RepairButton } from './repair-button.tsx'

/** Why nothing of this account goes out, and the touch that changes it. */
export function HoldNotice({ code }: { code: string }) {
  const say = useSay()
  const step = nextStep(code)
  return (
    <section className="card stack" data-refused>
      <div className="notice" data-tone="bad" role="alert">
        <Icon name="lock" />
        <div>
          <strong>{say(errorMessage(code))}</strong>
          {step ? say(step) : null}
        </div>
      </div>
      <RepairButton code={code} subject={undefined} />
    </section>
  )
}
