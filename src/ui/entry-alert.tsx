import { useLingui } from '@lingui/react/macro'
import { EAT_OFFSET_MS } from '#domain/calendar/east-africa-offset.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from './help-link/help-link.tsx'

const MINUTE_MS = 60_000

type Props = {
  readonly code: string | undefined
  /** From when the form may be sent again, in milliseconds, where the server said so. */
  readonly retryAt?: number | undefined
}

/** The full minute from which it works: `HH:MM` in East Africa. */
function timeOf(retryAt: number): string {
  const minute = Math.ceil(retryAt / MINUTE_MS) * MINUTE_MS
  return new Date(minute + EAT_OFFSET_MS).toISOString().slice(11, 16)
}

/** The refusal of a form before the login, and what to do about it; nothing without a code. */
export function EntryAlert({ code, retryAt }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  if (code === undefined) return null
  const time = retryAt === undefined ? undefined : timeOf(retryAt)
  const step = time === undefined ? nextStep(code) : undefined
  return (
    <div className="alert" role="alert">
      <strong>{translate(errorMessage(code))}</strong>
      {time === undefined ? null : t`Try again after ${time}`}
      {step ? translate(step) : null} <HelpLink code={code} />
    </div>
  )
}
