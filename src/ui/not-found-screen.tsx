import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { EntryTop } from './entry-top.tsx'

/** Shown for every address that is not one of our pages. */
export function NotFoundScreen() {
  const { t } = useLingui()
  return (
    <main className="entry">
      <EntryTop />
      <div className="entry-card">
        <h1>{t`Page not found`}</h1>
        <p className="entry-note">{t`The address may be mistyped, or the page is no longer there.`}</p>
        <Link className="button" to="/">
          {t`Go to the home page`}
        </Link>
      </div>
    </main>
  )
}
