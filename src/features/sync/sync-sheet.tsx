import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { SyncCentre } from './sync-centre.tsx'
import { SyncPlaceContext } from './sync-place.ts'

/** The sync centre over whatever screen somebody is on. */
export function SyncSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const place = useMemo(() => ({ leave: onClose }), [onClose])
  return (
    <SyncPlaceContext value={place}>
      <Sheet title={t`Sending`} opened={opened} onClose={onClose}>
        <div className="stack">
          <SyncCentre />
        </div>
      </Sheet>
    </SyncPlaceContext>
  )
}
