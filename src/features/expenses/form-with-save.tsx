import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode, Ref, SyntheticEvent } from 'react'
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

/**
 * The form element and its button. They know that the form is being saved, so that this renders them only, and none of
 * the fields again: a cheap phone needs longer for those than for the saving.
 */
export function FormWithSave(props: Props) {
  const { ref, form, persistsDraft, hasButton, waits, onSubmit, children } = props
  const { t } = useLingui()
  const [saving, run] = useAction()
  usePersistedDraft(form, persistsDraft && !saving)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void run(onSubmit)
  }
  return (
    <form ref={ref} onSubmit={submit} noValidate className="stack">
      {children}
      {hasButton ? (
        <Button type="submit" loading={saving || waits} fullWidth>
          {t`Save`}
        </Button>
      ) : null}
    </form>
  )
}
