import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { memo, type ReactNode, type Ref, type SyntheticEvent, useEffect, useState } from 'react'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { useAction } from '#ui/use-action.ts'
import { usePersistedDraft } from './use-persisted-draft.ts'

type Props = {
  readonly ref: Ref<HTMLFormElement>
  readonly form: QuickExpenseForm
  /** Typed values survive a reload, unless they are being saved. */
  readonly persistsDraft: boolean
  readonly hasButton: boolean
  /** Something is not ready yet, which the saved expense would be without. */
  readonly waits: boolean
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}

/** A save is over before a person could see a sign of it: drawing one earlier would hold it up. */
const SIGN_AFTER_MS = 200

/** Whether something has been going on for longer than a moment. */
function useIsLong(isGoingOn: boolean): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return undefined
    const timer = setTimeout(() => setIsLong(true), SIGN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [isGoingOn])
  return isLong
}

const SaveButton = memo(function SaveButton({ loading }: { readonly loading: boolean }) {
  const { t } = useLingui()
  return (
    <Button type="submit" loading={loading} fullWidth>
      {t`Save`}
    </Button>
  )
})

/**
 * The form element and its button. They know that the form is being saved, so that this renders them only, and none of
 * the fields again: a cheap phone needs longer for those than for the saving.
 */
export function FormWithSave(props: Props) {
  const { ref, form, persistsDraft, hasButton, waits, onSubmit, children } = props
  const [saving, run] = useAction()
  const isLong = useIsLong(saving)
  usePersistedDraft(form, persistsDraft && !saving)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void run(onSubmit)
  }
  return (
    <form ref={ref} onSubmit={submit} noValidate className="stack">
      {children}
      {hasButton ? <SaveButton loading={isLong || waits} /> : null}
    </form>
  )
}
