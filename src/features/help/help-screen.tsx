import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Explained } from './explained.tsx'
import classes from './help.module.css'
import { HelpDocumentContent } from './help-document.tsx'
import { HELP_DOCUMENTS, HELP_NAMES } from './help-documents.ts'
import { HelpSearch } from './help-search.tsx'

/** The start of the help: what a link asked about, search, and the documents. */
export function HelpScreen({ about }: { readonly about: string | undefined }) {
  const { t } = useLingui()
  const translate = useTranslate()
  return (
    <div className={classes.document}>
      <h1>{t`Help`}</h1>
      {about === undefined ? null : <Explained about={about} />}
      <HelpSearch />
      <ul className={classes.documents}>
        {HELP_NAMES.map((name) => (
          <li key={name}>
            <Link to={HELP_DOCUMENTS[name].path}>
              <strong>{translate(HELP_DOCUMENTS[name].title)}</strong>
              <span className="dim">{translate(HELP_DOCUMENTS[name].about)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The manual, in the frame of the logged-in person. */
export function UserManualScreen() {
  const { t } = useLingui()
  const { company } = useAppContext()
  return (
    <div className="page">
      <HelpDocumentContent name="user-manual" />
      <div className={`stack ${classes.afterwards}`}>
        {company === null ? null : (
          <Link to="/dashboard" search={{ tour: 'on' }} className="link-button">
            {t`Start the guided tour`}
          </Link>
        )}
        <button type="button" className="button button-quiet" onClick={() => window.print()}>
          {t`Print the manual or save it as PDF`}
        </button>
      </div>
    </div>
  )
}

/** What each version brought, newest first (spec §2). */
export function UpdatesScreen() {
  return (
    <div className="page">
      <HelpDocumentContent name="updates" />
    </div>
  )
}
