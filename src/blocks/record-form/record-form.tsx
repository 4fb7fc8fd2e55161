import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode, RefObject, SyntheticEvent } from 'react'

type Props = {
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly submit: (event: SyntheticEvent) => void
  readonly busy: boolean
  /** The refusal of the record as a whole. */
  readonly error: ReactNode
  /** *Save* unless saving means something else. */
  readonly saveLabel?: string | undefined
  readonly children: ReactNode
}

/** A form of a record that is saved on this phone: its fields, its general error, and *Save*. */
export function RecordForm({ formRef, submit, busy, error, saveLabel, children }: Props) {
  const { t } = useLingui()
  return (
    <form ref={formRef} onSubmit={submit} noValidate className="stack">
      {children}
      {error ? (
        <p className="field-error" role="alert">
          {error}
        </p>
      ) : null}
      <Button type="submit" loading={busy} fullWidth>
        {saveLabel ?? t`Save`}
      </Button>
    </form>
  )
}
