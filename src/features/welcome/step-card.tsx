import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import type { SetupStep } from '#domain/setup/setup-steps.ts'
import type { UserType } from '#domain/users/user.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { IconName } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'
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

const PILLS: Record<SetupStep['state'], readonly [IconName, PillTone, MessageDescriptor]> = {
  done: ['check', 'good', msg({ context: 'set-up step', message: 'Done' })],
  next: ['next', 'warm', msg({ context: 'set-up step', message: 'Next' })],
  later: ['clock', 'plain', msg({ context: 'set-up step', message: 'Later' })],
  optional: ['plus', 'plain', msg({ context: 'set-up step', message: 'If you want' })],
}

function StatePill({ state }: Pick<SetupStep, 'state'>) {
  const translate = useTranslate()
  const [icon, tone, name] = PILLS[state]
  return (
    <Pill icon={icon} tone={tone} status={state}>
      {translate(name)}
    </Pill>
  )
}
