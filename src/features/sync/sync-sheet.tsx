import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { SyncCentre } from './sync-centre.tsx'
import { SyncContainerContext } from './sync-container.ts'

/** The sync centre as a sheet over the current screen. */
export function SyncSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const container = useMemo(() => ({ close: onClose }), [onClose])
  return (
    <SyncContainerContext value={container}>
      <Sheet title={t`Sending`} opened={opened} onClose={onClose}>
        <div className="stack">
          <SyncCentre />
        </div>
      </Sheet>
    </SyncContainerContext>
  )
}
