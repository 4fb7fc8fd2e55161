import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'

type Props = {
  /** `undefined` while the server is asked. */
  readonly code: string | undefined
  readonly onRetry: () => void
}

/** Stands where a part about AI will be: waiting for the server, or why it did not answer, and the way to ask again. */
export function AiStateFailure({ code, onRetry }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  if (code === undefined) return <div aria-busy="true" />
  return (
    <div className="notice" data-tone="bad" role="alert">
      <Icon name="alert" size={20} />
      <div className="stack">
        <span>
          {translate(errorMessage(code))} <HelpLink code={code} />
        </span>
        <Button variant="default" onClick={onRetry}>{t`Try again`}</Button>
      </div>
    </div>
  )
}
