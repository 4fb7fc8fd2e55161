import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useAction } from '#ui/use-action.ts'

type Question = {
  /** The label of the button, here and in the question. */
  readonly label: string
  readonly title: string
  /** Its consequences, in a sentence or two. */
  readonly consequence: ReactNode
}

type Props = {
  readonly active: boolean
  readonly disable: Question
  readonly enable: Question
  /** Changes it at the server and shows the result. */
  readonly onChange: (enabled: boolean) => Promise<void>
}

/** Disables something or enables it again, after a question (spec §4). The words depend on the noun. */
export function EnableSwitch({ active, disable, enable, onChange }: Props) {
  const [asked, setAsked] = useState(false)
  const [busy, run] = useAction()
  const { label, title, consequence } = active ? disable : enable
  const change = async () => {
    await run(() => onChange(!active))
    setAsked(false)
  }
  return (
    <>
      <Button variant="default" {...(active ? { 'data-tone': 'danger' } : {})} onClick={() => setAsked(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={title}
        opened={asked}
        confirmLabel={label}
        destructive={active}
        busy={busy}
        onConfirm={() => void change()}
        onClose={() => setAsked(false)}
      >
        <p>{consequence}</p>
      </ConfirmDialog>
    </>
  )
}
