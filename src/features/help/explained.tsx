import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { type Chapter, chapterAbout } from './chapters.ts'
import classes from './help.module.css'
import { HELP_DOCUMENTS } from './help-documents.ts'
import { useHelpSections } from './use-help-sections.ts'

type Props = {
  readonly about: string
  /** The whole document is opened instead. */
  readonly onLeave?: () => void
}

/** What a link to the help asks about: an error code, in its own words and by its chapter, or a screen. */
export function Explained({ about, onLeave }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const chapter = chapterAbout(about)
  if (!chapter) return null
  const isScreen = about.startsWith('/')
  const step = isScreen ? undefined : nextStep(about)
  return (
    <section className={classes.explained} aria-labelledby="explained">
      <h2 id="explained">{isScreen ? t`About the screen you came from` : translate(errorMessage(about))}</h2>
      {step ? <p>{translate(step)}</p> : null}
      <ChapterText chapter={chapter} onLeave={onLeave} />
    </section>
  )
}

function ChapterText({
  chapter: { name, id },
  onLeave,
}: {
  chapter: Chapter
  onLeave: (() => void) | undefined
}) {
  const { t } = useLingui()
  const sections = useHelpSections(name)
  const found = sections?.find((section) => section.id === id)
  return (
    <div aria-busy={sections === undefined}>
      {sections === null ? <p role="alert">{t`This text did not load. Connect and open it again.`}</p> : null}
      {found ? (
        <>
          <h3>{found.title}</h3>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own Markdown when the app is built; HTML in it fails the build. */}
          <div dangerouslySetInnerHTML={{ __html: found.html }} />
          <p>
            <Link
              to={HELP_DOCUMENTS[name].path}
              hash={id}
              onClick={onLeave}
            >{t`Open it in the whole document`}</Link>
          </p>
        </>
      ) : null}
    </div>
  )
}
