import type { ReactNode } from 'react'
import { Icon, type IconName } from '#ui/icon.tsx'
import classes from './settings.module.css'

type Props = {
  /** Unique among the sections; the heading's id is derived from it. */
  readonly id: string
  readonly icon: IconName | { readonly outline: string }
  readonly title: string
  readonly children: ReactNode
  /** Its content is still being read; space is reserved for it. */
  readonly busy?: boolean
}

/** A card of the settings with its heading. */
export function Section({ id, icon, title, children, busy = false }: Props) {
  const heading = `settings-${id}`
  return (
    <section className={`card stack ${classes.section}`} aria-labelledby={heading} aria-busy={busy}>
      <h2 className={`section-title ${classes.head}`} id={heading}>
        <Icon name={icon} /> {title}
      </h2>
      {children}
    </section>
  )
}
