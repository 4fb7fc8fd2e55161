import type { MessageDescriptor } from '@lingui/core'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { type AiFailure, aiFailureText } from './ai-failure.ts'

type Props = {
  readonly failure: AiFailure | undefined
  /** The sentence of a code, where AI is used for something else than figures. */
  readonly messageOf?: (code: string) => MessageDescriptor
}

/** Why a step with AI failed and what to do next; nothing as long as none failed. */
export function AiFailureNotice({ failure, messageOf = errorMessage }: Props) {
  const translate = useTranslate()
  if (failure === undefined) return null
  return (
    <p className="notice" data-tone="bad" role="alert">
      <Icon name="alert" size={20} />
      <span>
        {aiFailureText(failure, messageOf, translate)} <HelpLink code={failure.code} />
      </span>
    </p>
  )
}
