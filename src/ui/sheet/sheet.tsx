import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import { useOpenSheets } from './open-sheets.ts'
import classes from './sheet.module.css'

type Props = {
  readonly title: ReactNode
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** `full` fills the phone: for lists and forms. `auto` is as high as its content. `dialog` asks in the middle. */
  readonly height?: 'full' | 'auto' | 'dialog'
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** Keeps Tab inside: after the last element comes the first one again, not the browser's own bars. */
function trapFocus(sheet: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const focusable = [...sheet.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) =>
    element.checkVisibility(),
  )
  const [first, last] = [focusable[0], focusable.at(-1)]
  const { activeElement } = document
  const isLeaving = event.shiftKey ? activeElement === first : activeElement === last
  const isInside = activeElement !== sheet && sheet.contains(activeElement)
  if (!isLeaving && isInside) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}

/** Gives the focus back, unless something else has taken it meanwhile. */
function returnFocus(to: Element | null): void {
  if (document.activeElement !== document.body || !(to instanceof HTMLElement)) return
  to.focus({ preventScroll: true })
}

/**
 * A page over the page: from below on a phone, from the side on a wide screen. The browser's own dialog: it opens
 * within a frame, what is behind it cannot be reached, Escape and Back close it, and the focus returns.
 */
export function Sheet({ opened, ...rest }: Props) {
  return opened ? <OpenSheet {...rest} /> : null
}

function OpenSheet({ title, onClose, children, height = 'full' }: Omit<Props, 'opened'>) {
  const { t } = useLingui()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return undefined
    const { add, remove } = useOpenSheets.getState()
    const previousFocus = document.activeElement
    shown.showModal()
    add(shown)
    shown.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    // On the element: a message inside the sheet is no child of it for React.
    const onKeyDown = (event: KeyboardEvent) => trapFocus(shown, event)
    shown.addEventListener('keydown', onKeyDown)
    return () => {
      shown.removeEventListener('keydown', onKeyDown)
      remove(shown)
      // Not closed: it leaves the document with this, and closing it would style the page before the next screen is in it.
      requestAnimationFrame(() => returnFocus(previousFocus))
    }
  }, [])
  return (
    // A tap beside the sheet closes it, as its button, Escape and Back do.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it
    <dialog
      ref={dialog}
      className={classes.sheet}
      data-height={height}
      aria-labelledby={titleId}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Without a touch since the last time the browser closes it unasked: whether it closes is decided by `onClose`.
      onClose={(event) => {
        if (event.target !== event.currentTarget) return
        event.currentTarget.showModal()
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
