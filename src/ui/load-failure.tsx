import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'

const NO_CONNECTION: ReadonlySet<string> = new Set(['NETWORK_UNREACHABLE', 'NETWORK_TOO_SLOW'])

type Props = {
  readonly code: string
  /** What the screen says without a connection. */
  readonly offline: string
  /** What the phone shows instead of an answer; without it nothing is shown. */
  readonly kept?: string
}

/** Why a screen is not up to date, or empty: without a connection in its own words, else what the server said. */
export function LoadFailure({ code, offline, kept }: Props) {
  const translate = useTranslate()
  const step = nextStep(code)
  const reason = `${translate(errorMessage(code))}. ${step ? `${translate(step)}. ` : ''}`
  const text = NO_CONNECTION.has(code) ? offline : `${reason}${kept ?? ''}`.trim()
  return kept === undefined ? (
    <p role="alert">{text}</p>
  ) : (
    <p className="dim" role="status">
      {text}
    </p>
  )
}
