import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from './help-link/help-link.tsx'

/** The refusal of a form before the login, and what to do about it; nothing without a code. */
export function EntryAlert({ code }: { readonly code: string | undefined }) {
  const translate = useTranslate()
  if (code === undefined) return null
  const step = nextStep(code)
  return (
    <div className="alert" role="alert">
      <strong>{translate(errorMessage(code))}</strong>
      {step ? translate(step) : null} <HelpLink code={code} />
    </div>
  )
}
