import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useRoleName } from '#app-context/use-role-name.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { setupSteps } from '#domain/setup/setup-steps.ts'
import { StepCard } from './step-card.tsx'
import classes from './welcome.module.css'

/** The welcome page (spec §2): the way of this person to the first receipt, what is done and what is next. */
export function WelcomeScreen() {
  const { t } = useLingui()
  const { call, session } = useAppContext()
  const roleName = useRoleName()
  const load = useCallback(async () => loadedFrom(await call('setup.read', {})), [call])
  const { value: facts, loading, failure, reload } = useServerAnswer(load)
  const { firstName, username, user_type: userType } = session.user
  const greeting = firstName || username
  const steps = facts && setupSteps(userType, facts)
  const left = steps?.some(({ state }) => state === 'next') ?? false
  return (
    <div className="page stack" aria-busy={loading}>
      <div>
        <h1>{t`Welcome, ${greeting}`}</h1>
        <p className="dim">{roleName(userType)}</p>
      </div>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={facts !== undefined} />
      )}
      {steps ? (
        <>
          <p>
            {left
              ? t`These steps lead to the first receipt. Take them in this order.`
              : t`Everything is set up, and the first receipt is issued.`}
          </p>
          <ol className={classes.steps}>
            {steps.map((step) => (
              <li key={step.name}>
                <StepCard step={step} userType={userType} />
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </div>
  )
}
