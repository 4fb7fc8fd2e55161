import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import classes from './help.module.css'
import { HELP_DOCUMENTS, type HelpName, type HelpSection } from './help-documents.ts'
import { useHelpSections } from './use-help-sections.ts'

function Contents({ sections }: { sections: readonly HelpSection[] }) {
  const { t } = useLingui()
  return (
    <nav className={classes.contents} aria-label={t`On this page`}>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** One document of the help: its contents, and its sections, each with an anchor. */
export function HelpDocumentContent({ name }: { name: HelpName }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const sections = useHelpSections(name)
  const hash = useLocation({ select: (location) => location.hash })
  // The router scrolls before the text is there.
  useEffect(() => {
    if (sections && hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [sections, hash])
  return (
    <article className={classes.document} aria-busy={sections === undefined}>
      <p className={classes.back}>
        <Link to="/help">{t`Help`}</Link>
      </p>
      <h1>{translate(HELP_DOCUMENTS[name].title)}</h1>
      {sections === null ? <p role="alert">{t`This text did not load. Connect and open it again.`}</p> : null}
      {sections ? <Contents sections={sections} /> : null}
      {sections?.map(({ id, title, html }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own Markdown when the app is built; HTML in it fails the build. */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </section>
      ))}
    </article>
  )
}
