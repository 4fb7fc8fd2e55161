import { useLingui } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useSay } from '#i18n/use-say.ts'
import { BrandMark } from './brand-mark.tsx'
import { isMissingPart } from './load-part.ts'

/** Shown when a screen broke; the error's message may be one of our codes. What was typed and kept is on the phone; a new start usually mends it. */
export function TroubleScreen({ error }: ErrorComponentProps) {
  const { t } = useLingui()
  const say = useSay()
  const missing = isMissingPart(error)
  const code = missing ? 'NETWORK_UNREACHABLE' : error instanceof Error ? error.message : ''
  const step = nextStep(code)
  return (
    <main className="entry">
      <div className="entry-top">
        <span className="brand">
          <BrandMark />
          <span>Risiti</span>
        </span>
      </div>
      <div className="entry-card" role="alert">
        <h1>{missing ? t`This part of Risiti did not load` : t`Something went wrong. Try again`}</h1>
        <p className="entry-note">{t`Everything saved on this phone is still there.`}</p>
        <p className="entry-note">
          {say(errorMessage(code))}. {step ? say(step) : null}
        </p>
        <button className="button" type="button" onClick={() => window.location.reload()}>
          {t`Try again`}
        </button>
      </div>
    </main>
  )
}
