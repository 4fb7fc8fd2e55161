import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import classes from './record-page.module.css'
import { ServerFailure } from './server-failure.tsx'
import type { ServerAnswer } from './use-server-answer.ts'

type Props = {
  readonly backLabel: string
  readonly onBack: () => void
  readonly answer: Pick<ServerAnswer<unknown>, 'value' | 'loading' | 'failure' | 'reload'>
  /** `undefined` until the record is here. */
  readonly title: string | undefined
  readonly status: ReactNode
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[]
  readonly actions: ReactNode
  /** Sections below the facts. */
  readonly children?: ReactNode
}

/** One record of the server: its name and status, its facts, and its actions. */
export function RecordPage({ backLabel, onBack, answer, title, status, facts, actions, children }: Props) {
  const { value, loading, failure, reload } = answer
  return (
    <div className="page">
      <button type="button" className={`link-button ${classes.back}`} onClick={onBack}>
        <Icon name="back" />
        {backLabel}
      </button>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value === undefined ? (
        loading && <div className={classes.waiting} aria-busy="true" />
      ) : (
        <div className="stack">
          <div className="page-head">
            <h1>{title}</h1>
            {status}
          </div>
          <section className="card stack">
            <dl className={classes.facts}>
              {facts.map(({ name, value: fact }) => (
                <div key={name}>
                  <dt className="dim small">{name}</dt>
                  <dd>{fact === '' ? '–' : fact}</dd>
                </div>
              ))}
            </dl>
            <div className="actions">{actions}</div>
          </section>
          {children}
        </div>
      )}
    </div>
  )
}
