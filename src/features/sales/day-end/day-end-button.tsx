import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'

/** Loaded at the first touch: it reads the day's invoices. */
const DayEndSheet = lazyComponent(async () => (await import('./day-end-sheet.tsx')).DayEndSheet)

/** Opens the end of a day: counting the cash, and the X report. */
export function DayEndButton() {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  return (
    <div className="actions" style={{ maxWidth: '22rem' }}>
      <Button variant="default" leftSection={<Icon name="cash" size={18} />} onClick={() => setOpened(true)}>
        {t`Day end`}
      </Button>
      {opened ? (
        <Suspense>
          <DayEndSheet onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
