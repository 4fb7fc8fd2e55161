import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import { EntryTop } from '#ui/entry-top.tsx'
import classes from './help.module.css'
import { HelpDocumentContent } from './help-document.tsx'
import { HELP_DOCUMENTS, HELP_NAMES, type HelpName } from './help-documents.ts'
import { HelpSearch } from './help-search.tsx'

function PublicPage({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <main className={`entry ${classes.page}`}>
      <EntryTop />
      {children}
      <p className={classes.leave}>
        <Link className="button" to={signedIn ? '/dashboard' : '/login'}>
          {signedIn ? t`Go to your dashboard` : t`Log in`}
        </Link>
      </p>
    </main>
  )
}

/** The start of the help: search, and the documents. */
export function HelpScreen({ signedIn }: { signedIn: boolean }) {
  const { t } = useLingui()
  const translate = useTranslate()
  return (
    <PublicPage signedIn={signedIn}>
      <div className={classes.document}>
        <h1>{t`Help`}</h1>
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
    </PublicPage>
  )
}

/** A document that everybody may read. */
export function PublicHelpDocument({ name, signedIn }: { name: HelpName; signedIn: boolean }) {
  return (
    <PublicPage signedIn={signedIn}>
      <HelpDocumentContent name={name} />
    </PublicPage>
  )
}

/** The manual, in the frame of the person who is logged in. */
export function UserManualScreen() {
  return (
    <div className="page">
      <HelpDocumentContent name="user-manual" />
    </div>
  )
}
