import { useLingui } from '@lingui/react/macro'
import { clockTime } from '#i18n/format-dates.ts'
import { Icon } from '#ui/icon.tsx'
import { OperationSummary } from './operation-summary.tsx'
import type { CompletedOperation } from './pending-operations.ts'
import classes from './sync.module.css'

/** What this phone sent today and the server has executed, newest first. */
export function SentToday({ work }: { work: readonly CompletedOperation[] }) {
  const { t } = useLingui()
  return (
    <section className="stack" aria-labelledby="sent-work">
      <h2 className="section-title" id="sent-work">
        {t`Sent today`}
      </h2>
      <ul className={`card ${classes.sent}`}>
        {work.map((operation) => (
          <li key={operation.key} className={classes.head}>
            <Icon name="check" />
            <div className={classes.words}>
              <OperationSummary type={operation.type} subject={operation.subject} />
            </div>
            <span className={`dim small ${classes.when}`}>{clockTime(operation.at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
