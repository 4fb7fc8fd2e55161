import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { ERROR_CODES } from '#contract/error-codes.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { type ErrorText, findErrors } from './find-errors.ts'
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

/** The sentences of all errors whose words are loaded: those that this person can have met. */
function useErrorTexts(): ErrorText[] {
  const translate = useTranslate()
  const unknown = errorMessage('')
  return ERROR_CODES.filter((code) => code === 'UNEXPECTED' || errorMessage(code) !== unknown).map(
    (code) => ({
      code,
      text: translate(errorMessage(code)),
    }),
  )
}

/** Searches error messages, the questions and the manual, also without a connection. */
export function HelpSearch() {
  const { t } = useLingui()
  const field = useId()
  const [typed, setTyped] = useState('')
  const questions = findSections(useHelpSections('faqs') ?? [], typed)
  const chapters = findSections(useHelpSections('user-manual') ?? [], typed)
  const errors = findErrors(useErrorTexts(), typed)
  const nothing = typed.trim() !== '' && questions.length + chapters.length + errors.length === 0
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
        {errors.map(({ code, text }) => (
          <li key={code}>
            <Link to="/help" search={{ about: code }}>
              <strong>{text}</strong>
              <span className="dim small">{t`Error message`}</span>
            </Link>
          </li>
        ))}
        <Found name="faqs" sections={questions} />
        <Found name="user-manual" sections={chapters} />
        {nothing ? (
          <>
            <li>{t`Nothing found. Try another word, or contact us.`}</li>
            <li>
              <Link to="/contact-us">{t`Contact us`}</Link>
            </li>
          </>
        ) : null}
      </ul>
    </search>
  )
}
