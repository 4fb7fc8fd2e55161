import { useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, Link, useMatch } from '@tanstack/react-router'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { BrandMark } from './brand-mark.tsx'
import { isModuleLoadError } from './load-module.ts'

/** Routes whose screen is inside a frame: `/_signed-in/profile`, not the frame `/_signed-in` itself. */
const IN_FRAME = /^\/_[^/]+\//

/**
 * Shown when a screen failed; the error's message may be one of our codes. Saved input is on the phone; a reload
 * usually resolves the failure. Inside a frame it is only the content: the menu leads to the screens that work.
 */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const { t } = useLingui()
  const translate = useTranslate()
  const framed = useMatch({ strict: false, select: ({ routeId }) => IN_FRAME.test(String(routeId)) })
  const isLoadError = isModuleLoadError(error)
  const code = isLoadError ? 'NETWORK_UNREACHABLE' : error instanceof Error ? error.message : ''
  const step = nextStep(code)
  const card = (
    <div className="entry-card" role="alert">
      <h1>{isLoadError ? t`This part of Risiti did not load` : t`Something went wrong. Try again`}</h1>
      <p className="entry-note">{t`Everything saved on this phone is still there.`}</p>
      <p className="entry-note">
        {translate(errorMessage(code))}. {step ? translate(step) : null}
      </p>
      <button className="button" type="button" onClick={() => window.location.reload()}>
        {t`Try again`}
      </button>
      {framed ? (
        // Not the landing page, which needs the server too.
        <Link className="button button-quiet" to="/dashboard">
          {t`Go to the home page`}
        </Link>
      ) : null}
    </div>
  )
  if (framed) return card
  return (
    <main className="entry">
      <div className="entry-top">
        <span className="brand">
          <BrandMark />
          <span>Risiti</span>
        </span>
      </div>
      {card}
    </main>
  )
}
