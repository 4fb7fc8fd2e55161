import { useLingui } from '@lingui/react/macro'
import { type AnyRoute, type Router, type RouterHistory, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/**
 * Asks before something is done that loses what is typed and not saved: `leave(action)` runs the action at once when
 * there is nothing, otherwise after the person discards it. It also asks before another screen, and the browser asks
 * before a reload. Logging out and the lock do not wait for an answer.
 */
export function useUnsavedQuestion(unsaved: boolean): {
  readonly leave: (action: () => void) => void
  readonly question: ReactNode
} {
  const { t } = useLingui()
  const { history } = useRouter<Router<AnyRoute, 'never', false, RouterHistory>>()
  const [asked, setAsked] = useState<{ readonly answer: (discards: boolean) => void }>()
  const ask = useCallback(() => new Promise<boolean>((answer) => setAsked({ answer })), [])
  useEffect(() => {
    if (!unsaved) return undefined
    return history.block({
      blockerFn: async ({ currentLocation, nextLocation: { pathname } }) =>
        pathname !== currentLocation.pathname && pathname !== '/login' && !(await ask()),
    })
  }, [history, unsaved, ask])
  const answer = (discards: boolean) => {
    setAsked(undefined)
    asked?.answer(discards)
  }
  return {
    leave: (action) => {
      if (!unsaved) action()
      else void ask().then((discards) => (discards ? action() : undefined))
    },
    question: (
      <ConfirmDialog
        title={t`Discard your changes?`}
        opened={asked !== undefined}
        confirmLabel={t`Discard`}
        destructive
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      >
        <p>{t`What you typed is not saved yet.`}</p>
      </ConfirmDialog>
    ),
  }
}
