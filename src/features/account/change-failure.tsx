import { useLingui } from '@lingui/react/macro'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'

type Props = {
  readonly code: string
  /** Whether the answer to this try or an earlier one was lost, so that the new password may already count. */
  readonly unknown: boolean
}

/** Why a password was not changed, or that this is not known: a lost answer may have come after the change. */
export function ChangeFailure({ code, unknown }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const step = nextStep(code)
  return (
    <div className="alert" role="alert">
      <strong>
        {unknown
          ? t`It is not known whether the password was changed. Try again; if you are asked to log in, use the new password first.`
          : t`The password was not changed. Please try again`}
      </strong>
      {translate(errorMessage(code))}. {step ? translate(step) : null} <HelpLink code={code} />
    </div>
  )
}
