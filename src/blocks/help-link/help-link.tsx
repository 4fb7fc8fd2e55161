import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

/** Leads to what the help says about an error; also without a connection. */
export function HelpLink({ code }: { readonly code: string }) {
  const { t } = useLingui()
  return <Link className="link-button" to="/help" search={{ about: code }}>{t`What does this mean?`}</Link>
}
