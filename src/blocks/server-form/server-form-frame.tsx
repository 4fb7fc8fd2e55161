import { Button } from '@mantine/core'
import type { ReactNode, RefObject, SyntheticEvent } from 'react'
import { FailureNote } from '#ui/failure-note.tsx'

type Props = {
  readonly of: {
    readonly submit: (event: SyntheticEvent) => void
    readonly formRef: RefObject<HTMLFormElement | null>
    /** The error of the form as a whole. */
    readonly code: string | undefined
    readonly busy: boolean
  }
  /** The label of its button. */
  readonly action: string
  /** What failed, shown before the reason. */
  readonly failure?: string
  /** Rendered as a card of its own. */
  readonly card?: boolean
  readonly children: ReactNode
}

/** A form that is sent to the server directly: its fields, its general error, and its button. */
export function ServerFormFrame({
  of: { submit, formRef, code, busy },
  action,
  failure,
  card = false,
  children,
}: Props) {
  return (
    <form ref={formRef} onSubmit={submit} noValidate className={card ? 'card stack' : 'stack'}>
      {children}
      {code === undefined ? null : (
        <FailureNote code={code}>{failure === undefined ? '' : `${failure}. `}</FailureNote>
      )}
      <Button type="submit" loading={busy} fullWidth>
        {action}
      </Button>
    </form>
  )
}
