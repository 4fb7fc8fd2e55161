import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FailureNote } from '#ui/failure-note.tsx'
import { useAction } from '#ui/use-action.ts'

/** Why a record was not deleted; `what` failed is said before a reason that does not name it. */
export type DeleteFailure = { readonly code: string; readonly what?: string }

type Props = {
  /** What the button says that takes it off the lists, or puts it back. */
  readonly switchLabel: string
  readonly onSwitch: () => Promise<void>
  readonly deleteLabel: string
  readonly deleteTitle: string
  /** What follows from deleting, in a sentence. */
  readonly children: ReactNode
  /** Deletes it; returns what prevents that. */
  readonly onDelete: () => Promise<DeleteFailure | undefined>
}

/** What is done with a record of the catalogue as a whole: off the list and back, or deleted after a question. */
export function RecordActions({
  switchLabel,
  onSwitch,
  deleteLabel,
  deleteTitle,
  children,
  onDelete,
}: Props) {
  const [asked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<DeleteFailure>()
  const [switching, runSwitch] = useAction()
  const [deleting, runDelete] = useAction()
  const remove = async () => {
    setRefusal(await runDelete(onDelete))
    setAsked(false)
  }
  return (
    <div className="stack">
      {refusal === undefined ? null : (
        <FailureNote code={refusal.code}>{refusal.what ? `${refusal.what} ` : null}</FailureNote>
      )}
      <div className="actions">
        <Button variant="default" loading={switching} onClick={() => void runSwitch(onSwitch)}>
          {switchLabel}
        </Button>
        <Button variant="default" data-tone="danger" onClick={() => setAsked(true)}>
          {deleteLabel}
        </Button>
      </div>
      <ConfirmDialog
        title={deleteTitle}
        opened={asked}
        confirmLabel={deleteLabel}
        destructive
        busy={deleting}
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      >
        <p>{children}</p>
      </ConfirmDialog>
    </div>
  )
}
