import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'

const NO_CONNECTION: ReadonlySet<string> = new Set(['NETWORK_UNREACHABLE', 'NETWORK_TOO_SLOW'])

type Props = {
  readonly code: string
  readonly onRetry: () => void
  /** Older data is shown below: show one line above it instead of a full page. */
  readonly above?: boolean
}

/**
 * Says that the server could not be asked, with a button to try again. Screens of administration work only with it.
 */
export function ServerFailure({ code, onRetry, above = false }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const offline = NO_CONNECTION.has(code)
  const retry = (
    <Button variant="default" onClick={onRetry}>
      {t`Try again`}
    </Button>
  )
  if (!above) {
    return (
      <EmptyState
        icon={offline ? 'offline' : 'alert'}
        title={offline ? t`No connection` : translate(errorMessage(code))}
        action={retry}
      >
        {offline ? t`This screen works only with an internet connection.` : null}
        <HelpLink code={code} />
      </EmptyState>
    )
  }
  return (
    <div className="notice" role="status">
      <Icon name={offline ? 'offline' : 'alert'} />
      <div className="stack">
        <span>
          {offline ? t`No connection. What you see may be out of date.` : translate(errorMessage(code))}
        </span>
        {retry}
        <HelpLink code={code} />
      </div>
    </div>
  )
}
