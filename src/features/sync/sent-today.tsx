import { useLingui } from '@lingui/react/macro'
import { clockTime } from '#i18n/date-words.ts'
import { Icon } from '#ui/icon.tsx'
import type { DoneWork } from './owed-work.ts'
import { SubjectWords } from './subject-words.tsx'
import classes from './sync.module.css'

/** What this phone sent today and the server has done, newest first. */
export function SentToday({ work }: { work: readonly DoneWork[] }) {
  const { t } = useLingui()
  return (
    <section className="stack" aria-labelledby="sent-work">
      <h2 className="section-title" id="sent-work">
        {t`Sent today`}
      </h2>
      <ul className={`card ${classes.sent}`}>
        {work.map((done) => (
          <li key={done.key} className={classes.head}>
            <Icon name="check" />
            <div className={classes.words}>
              <SubjectWords type={done.type} subject={done.subject} />
            </div>
            <span className={`dim small ${classes.when}`}>{clockTime(done.at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
