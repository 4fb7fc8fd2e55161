import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SetupStep } from '#domain/setup/setup-steps.ts'
import type { UserType } from '#domain/users/user.ts'
import { Pill } from '#ui/pill/pill.tsx'
import { useStepWords } from './use-step-words.ts'
import classes from './welcome.module.css'

type Props = { readonly step: SetupStep; readonly userType: UserType }

/** One step of the set-up: its name, its status, and a link to its screen until it is done. */
export function StepCard({ step, userType }: Props) {
  const wordsOf = useStepWords()
  const { title, text, action } = wordsOf(step.name, userType)
  const { path, state } = step
  return (
    <article className={`card ${classes.step}`} data-state={state}>
      <div className={classes.head}>
        <h2 className="section-title">{title}</h2>
        <StatePill state={state} />
      </div>
      <p>{text}</p>
      {path === null || state === 'done' ? null : (
        <Link to={path} className={state === 'next' ? 'button' : 'link-button'}>
          {action}
        </Link>
      )}
    </article>
  )
}

function StatePill({ state }: Pick<SetupStep, 'state'>) {
  const { t } = useLingui()
  switch (state) {
    case 'done':
      return (
        <Pill icon="check" tone="good" status={state}>
          {t({ context: 'set-up step', message: 'Done' })}
        </Pill>
      )
    case 'next':
      return (
        <Pill icon="next" tone="warm" status={state}>
          {t({ context: 'set-up step', message: 'Next' })}
        </Pill>
      )
    case 'later':
      return (
        <Pill icon="clock" tone="plain" status={state}>
          {t({ context: 'set-up step', message: 'Later' })}
        </Pill>
      )
    case 'optional':
      return (
        <Pill icon="plus" tone="plain" status={state}>
          {t({ context: 'set-up step', message: 'If you want' })}
        </Pill>
      )
  }
}
