import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import classes from './pill.module.css'

export type PillTone = 'plain' | 'open' | 'warm' | 'info' | 'good' | 'bad'

type Props = {
  readonly icon: IconName
  readonly tone: PillTone
  /** The status by its code name, for styles around it and for tests. */
  readonly status: string
  readonly children: ReactNode
}

/** A status: always an icon and a word, never colour alone. */
export function Pill({ icon, tone, status, children }: Props) {
  return (
    <span className={classes.pill} data-tone={tone} data-status={status}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  )
}
