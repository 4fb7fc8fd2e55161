import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../icon.tsx'
import classes from './sheet.module.css'

type Props = {
  readonly title: ReactNode
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** `full` fills the phone: for lists and forms. `auto` is as high as what it holds. */
  readonly height?: 'full' | 'auto'
}

const REACHABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** Keeps Tab inside: past the last thing comes the first one again, not the browser's own bars. */
function keepInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>(REACHABLE)].filter((element) =>
    element.checkVisibility(),
  )
  const [first, last] = [reachable[0], reachable.at(-1)]
  const { activeElement } = document
  const leaves = event.shiftKey ? activeElement === first : activeElement === last
  const inside = activeElement !== event.currentTarget && event.currentTarget.contains(activeElement)
  if (!leaves && inside) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}

/**
 * A page over the page: from below on a phone, from the side on a wide screen. The browser's own dialog: it opens
 * within a frame, what is behind it cannot be reached, Escape and Back close it, and the focus goes back.
 */
export function Sheet({ opened, ...rest }: Props) {
  return opened ? <OpenSheet {...rest} /> : null
}

function OpenSheet({ title, onClose, children, height = 'full' }: Omit<Props, 'opened'>) {
  const { t } = useLingui()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    // A tap beside the sheet closes it, as its button, Escape and Back do.
    <dialog
      ref={dialog}
      className={classes.sheet}
      data-height={height}
      aria-labelledby={titleId}
      onKeyDown={keepInside}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.header}>
        <h2 className={classes.title} id={titleId}>
          {title}
        </h2>
        <button type="button" className="icon-button" onClick={onClose} aria-label={t`Close`}>
          <Icon name="close" size={22} />
        </button>
      </div>
      <div className={classes.body}>{children}</div>
    </dialog>
  )
}
