import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Sheet } from '#ui/sheet/sheet.tsx'

type Props = { readonly opened: boolean; readonly onClose: () => void; readonly onDiscard: () => void }

/** Asks before a change is given up. A sheet, since it must lie over the one that it may be asked from. */
export function DiscardSheet({ opened, onClose, onDiscard }: Props) {
  const { t } = useLingui()
  return (
    <Sheet title={t`Discard this change?`} opened={opened} onClose={onClose} height="auto">
      <div className="stack">
        <p>{t`This phone goes back to what the server has. A copy stays in the record of this phone.`}</p>
        <div className="actions">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button data-tone="grave" onClick={onDiscard} data-autofocus>
            {t`Discard`}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
