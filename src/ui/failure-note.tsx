import type { ReactNode } from 'react'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from './help-link/help-link.tsx'

type Props = {
  readonly code: string
  readonly id?: string
  /** What failed, before the reason. */
  readonly children?: ReactNode
}

/** Why something failed, at the place where it was tried, with the way to its chapter in the help. */
export function FailureNote({ code, id, children }: Props) {
  const translate = useTranslate()
  return (
    <p className="field-error" role="alert" id={id}>
      <span>
        {children}
        {translate(errorMessage(code))}
      </span>{' '}
      <HelpLink code={code} />
    </p>
  )
}
