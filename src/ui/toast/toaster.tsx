import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { HelpLink } from '../help-link/help-link.tsx'
import { Icon } from '../icon.tsx'
import { useOpenSheets } from '../sheet/open-sheets.ts'
import { onNextInput } from './next-input.ts'
import { type Toast, useToasts } from './toast-store.ts'
import classes from './toaster.module.css'

const SHOWN_MS = 6000
/** Long enough to notice a message. */
const READ_MS = 1000

/**
 * The place where short messages appear; screen readers announce them. While sheets are open it is inside the
 * topmost: what is outside of it is below it and cannot be touched.
 */
export function Toaster() {
  const { shown, hide } = useToasts()
  const topSheet = useOpenSheets((state) => state.sheets.at(-1))
  useEffect(() => {
    if (!shown || shown.tone === 'bad') return
    const timer = setTimeout(() => hide(shown.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, hide])
  // A good message without an action disappears at the next input: it covers the place of the next button.
  useEffect(() => {
    if (!shown || shown.tone === 'bad' || shown.action) return undefined
    const hidden = new AbortController()
    onNextInput(document, () => hide(shown.id), { readMs: READ_MS, signal: hidden.signal })
    return () => hidden.abort()
  }, [shown, hide])
  const message = shown ? <Message key={shown.id} toast={shown} onHide={() => hide(shown.id)} /> : null
  // Both places exist before there is a message: one that is added together with its message is not announced.
  return (
    <>
      <div className={classes.place} role="status" aria-live="polite">
        {topSheet ? null : message}
      </div>
      {topSheet
        ? createPortal(
            <div className={classes.place} aria-live="polite">
              {message}
            </div>,
            topSheet,
          )
        : null}
    </>
  )
}

function Message({ toast, onHide }: { toast: Toast; onHide: () => void }) {
  const { t } = useLingui()
  const { text, code, tone, action } = toast
  return (
    <div className={classes.toast} data-tone={tone}>
      <Icon name={tone === 'good' ? 'check' : 'alert'} />
      <span className={classes.text}>
        <span>{text}</span> {code ? <HelpLink code={code} /> : null}
      </span>
      {action ? (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            onHide()
            action.run()
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button type="button" className={classes.close} onClick={onHide} aria-label={t`Hide this message`}>
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}
