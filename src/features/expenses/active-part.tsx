import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useAction } from '#ui/use-action.ts'

const ConfirmDialog = lazyComponent(async () => (await import('#ui/confirm-dialog.tsx')).ConfirmDialog)

type Props = {
  readonly active: boolean
  /** What happens when the record is switched off, or on again. */
  readonly explanation: string
  readonly onChange: (active: boolean) => Promise<void>
}

/** Switches a vendor or a category off, or on again, with a confirmation (spec §4). */
export function ActivePart({ active, explanation, onChange }: Props) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const [busy, run] = useAction()
  const name = active ? t({ context: 'switch a record off', message: 'Inactivate' }) : t`Activate`
  const confirm = async () => {
    await run(() => onChange(!active))
    setAsking(false)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name={active ? 'ban' : 'check'} size={18} />}
        onClick={() => setAsking(true)}
        fullWidth
      >
        {name}
      </Button>
      {asking ? (
        <Suspense>
          <ConfirmDialog
            title={active ? t`Inactivate this record?` : t`Activate this record?`}
            opened
            busy={busy}
            confirmLabel={name}
            onConfirm={() => void confirm()}
            onClose={() => setAsking(false)}
          >
            <p>{explanation}</p>
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </>
  )
}
