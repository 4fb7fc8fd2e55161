import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import { findSections } from './find-sections.ts'
import classes from './help.module.css'
import { HELP_DOCUMENTS, type HelpName, type HelpSection } from './help-documents.ts'
import { useHelpSections } from './use-help-sections.ts'

/** Enough of a section to see whether it is the right one. */
const SNIPPET_LENGTH = 140

function Found({ name, sections }: { name: HelpName; sections: readonly HelpSection[] }) {
  const translate = useTranslate()
  const { path, title: document } = HELP_DOCUMENTS[name]
  return sections.map(({ id, title, text }) => (
    <li key={`${name} ${id}`}>
      <Link to={path} hash={id}>
        <strong>{title}</strong>
        <span className="dim small">{translate(document)}</span>
        <span className="small">
          {text.length > SNIPPET_LENGTH ? `${text.slice(0, SNIPPET_LENGTH)}…` : text}
        </span>
      </Link>
    </li>
  ))
}

/** Searches the questions and the manual, also without a connection. */
export function HelpSearch() {
  const { t } = useLingui()
  const field = useId()
  const [typed, setTyped] = useState('')
  const questions = findSections(useHelpSections('faqs') ?? [], typed)
  const chapters = findSections(useHelpSections('user-manual') ?? [], typed)
  const nothing = typed.trim() !== '' && questions.length + chapters.length === 0
  return (
    <search className={classes.search}>
      <div className="field">
        <label htmlFor={field}>{t`Search the help`}</label>
        <input
          id={field}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <ul className={classes.found} aria-live="polite">
        <Found name="faqs" sections={questions} />
        <Found name="user-manual" sections={chapters} />
        {nothing ? <li>{t`Nothing found. Try another word, or contact us.`}</li> : null}
      </ul>
    </search>
  )
}
