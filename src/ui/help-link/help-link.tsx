import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAskedHelp } from './asked-help.ts'

type Props = {
  readonly code: string
  /** Only a mark: behind the error of a field, where there may be several. */
  readonly short?: boolean
}

/** Shows what the help says about an error, over the page: nothing typed is lost. Works without a connection. */
export function HelpLink({ code, short }: Props) {
  const { t } = useLingui()
  const words = t`What does this mean?`
  return (
    <Link
      to="/help"
      search={{ about: code }}
      aria-label={words}
      onClick={(event) => {
        event.preventDefault()
        useAskedHelp.setState({ code })
      }}
    >
      {short ? '(?)' : words}
    </Link>
  )
}
