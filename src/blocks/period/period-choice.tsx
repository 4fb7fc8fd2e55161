import { Suspense, useState } from 'react'
import type { Period } from '#data/invoices.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { DayRange, PeriodPreset } from '#domain/calendar/period-presets.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { PeriodButton } from './period-button.tsx'

const PeriodSheet = lazyComponent(async () => (await import('./period-sheet.tsx')).PeriodSheet)

type Props = {
  /** The name of the days, where they have one. */
  readonly preset: PeriodPreset | undefined
  readonly range: DayRange
  readonly today: FiscalDay
  readonly onChoose: (period: Period) => void
  /** The periods are shown: one of them will probably be chosen. */
  readonly onOpen?: () => void
  /** A finger is on a period: it will probably be chosen. */
  readonly onTouch?: (range: DayRange) => void
}

/** The days of a report that always has some, and the sheet that chooses others. */
export function PeriodChoice({ preset, range, today, onChoose, onOpen, onTouch }: Props) {
  const [opened, setOpened] = useState<boolean>()
  const open = () => {
    setOpened(true)
    onOpen?.()
  }
  return (
    <>
      <PeriodButton preset={preset} range={range} today={today} onClick={open} />
      {opened === undefined ? null : (
        <Suspense>
          <PeriodSheet
            opened={opened}
            period={range}
            today={today}
            isRequired
            onChoose={onChoose}
            {...(onTouch && { onTouch })}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  )
}
