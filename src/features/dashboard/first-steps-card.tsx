import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { readFirstSteps } from '#data/first-steps.ts'
import { upsertMeta } from '#data/meta.ts'
import { type FirstStep, firstSteps } from '#domain/setup/first-steps.ts'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'
import classes from './dashboard.module.css'

type Place = Pick<LinkProps, 'to' | 'search'>

const PLACES: Record<FirstStep, Place> = {
  tour: { to: '/dashboard', search: { tour: 'on' } },
  product: { to: '/products' },
  sale: { to: '/new-invoice' },
  customer: { to: '/customers' },
  pin: { to: '/settings' },
}

type Props = {
  /** The records of the company are on their way: which steps are done is not known yet. */
  readonly isFetching: boolean
  /** What follows is shown once the steps have their place. */
  readonly children: ReactNode
}

/** What is left to do on a new phone; goes away when all is done, or at a touch. */
export function FirstStepsCard({ isFetching, children }: Props) {
  const { db } = useAppContext()
  const read = useLiveQuery(() => readFirstSteps(db), [db])
  if (read === undefined) return null
  const steps = isFetching ? undefined : firstSteps(read.done, read.isHidden)
  return (
    <>
      {steps ? <Steps steps={steps} isToured={read.done.tour} /> : null}
      {children}
    </>
  )
}

type StepsProps = {
  readonly steps: NonNullable<ReturnType<typeof firstSteps>>
  readonly isToured: boolean
}

function Steps({ steps, isToured }: StepsProps) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const [busy, run] = useAction()
  const names: Record<FirstStep, string> = {
    tour: t`Take the guided tour`,
    product: t`Save your first product`,
    sale: t`Make your first sale`,
    customer: t`Save your first customer`,
    pin: t`Lock the app with a PIN`,
  }
  const hide = () => upsertMeta(db, 'first-steps', { isHidden: true, isToured })
  return (
    <section aria-labelledby="first-steps">
      <div className="page-head">
        <h2 className="section-title" id="first-steps">{t`First steps`}</h2>
        <Button variant="subtle" loading={busy} onClick={() => void run(hide)}>
          {t`Hide this list`}
        </Button>
      </div>
      <ol className={classes.counts}>
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            {isDone ? (
              <span className={classes.count}>
                <Icon name="check" />
                <span>{names[step]}</span>
                <small className="dim">{t({ context: 'first step', message: 'Done' })}</small>
              </span>
            ) : (
              <Link {...PLACES[step]} className={classes.count}>
                <Icon name="minus" />
                <span>{names[step]}</span>
                <Icon name="next" size={16} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
