import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Icon } from '../icon.tsx'
import { useToasts } from './toast-store.ts'
import classes from './toaster.module.css'

const SHOWN_MS = 6000

/** The place where short messages appear; screen readers hear them. */
export function Toaster() {
  const { t } = useLingui()
  const { shown, hide } = useToasts()
  useEffect(() => {
    if (!shown || shown.tone === 'bad') return
    const timer = setTimeout(() => hide(shown.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, hide])
  const { action } = shown ?? {}
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {shown ? (
        <div className={classes.toast} data-tone={shown.tone} key={shown.id}>
          <Icon name={shown.tone === 'good' ? 'check' : 'alert'} />
          <span className={classes.text}>{shown.text}</span>
          {action ? (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                hide(shown.id)
                action.run()
              }}
            >
              {action.label}
            </button>
          ) : null}
          <button
            type="button"
            className={classes.close}
            onClick={() => hide(shown.id)}
            aria-label={t`Close`}
          >
            <Icon name="close" size={18} />
          </button>
        </div>
      ) : null}
    </div>
  )
}
