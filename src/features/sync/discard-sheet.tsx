import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Sheet } from '#ui/sheet/sheet.tsx'

type Props = { readonly opened: boolean; readonly onClose: () => void; readonly onDiscard: () => void }

/** Asks before a change is discarded. A sheet, because it must be above the sheet that opened it. */
export function DiscardSheet({ opened, onClose, onDiscard }: Props) {
  const { t } = useLingui()
  return (
    <Sheet title={t`Discard your changes?`} opened={opened} onClose={onClose} height="auto">
      <div className="stack">
        <p>{t`The version on the server will be used. A copy of your changes stays in this phone's history.`}</p>
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
