import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import classes from './empty-state.module.css'

type Props = {
  readonly icon: IconName
  readonly title: string
  /** What can be done here, in a sentence or two. */
  readonly children: ReactNode
  readonly action?: ReactNode
  /** The only content of its page: its title is the page's. */
  readonly standalone?: boolean
}

/** Shown where a list is empty: says what will be listed here and how to begin. */
export function EmptyState({ icon, title, children, action, standalone }: Props) {
  const Title = standalone ? 'h1' : 'h2'
  return (
    <div className={classes.box}>
      <span className={classes.picture}>
        <Icon name={icon} size={32} />
      </span>
      <Title className={classes.title}>{title}</Title>
      <div className={classes.words}>{children}</div>
      {action}
    </div>
  )
}
