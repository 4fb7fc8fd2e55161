import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useToday } from '#app-context/app-context.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useAction } from '#ui/use-action.ts'
import { type FiscalStatus, useFiscalDevice } from './use-fiscal-device.ts'

const MOST = 999_999_999

/**
 * Asks the owner for the last receipt number there is, after the server was restored from a backup: no number up to
 * it is assigned again. Normally the phones resolve it automatically; this is for phones that never return.
 */
export function NumberingDialog({ hold }: { hold: NonNullable<FiscalStatus['hold']> }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const device = useFiscalDevice()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [busy, run] = useAction()
  const lowest = hold.nextGc - 1
  const confirm = async (event: SyntheticEvent) => {
    event.preventDefault()
    const number = Number(typed.trim())
    const good = /^\d{1,9}$/.test(typed.trim()) && number >= Math.max(1, lowest) && number <= MOST
    setWrong(!good)
    if (!good || !device) return
    const released = await run(() => device.resume(number))
    if (released) device.stopAsking()
  }
  const backup = formatMoment(hold.backupAt, today, translate)
  return (
    <Sheet
      title={t`Last receipt number`}
      opened={device?.asking ?? false}
      onClose={() => device?.stopAsking()}
      height="auto"
    >
      <form className="stack" onSubmit={(event) => void confirm(event)} noValidate>
        <p>{t`The server was restored from a backup (${backup}). Later receipts may exist only on the phones and at TRA.`}</p>
        <p>{t`Check the last receipt you printed and your TRA account, then enter the higher number. Numbers up to it will not be used again.`}</p>
        <TextInput
          label={t`Last receipt number`}
          description={t`Receipt number (RCTNUM) of the latest receipt, at least ${lowest}`}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setWrong(false)
          }}
          inputMode="numeric"
          autoComplete="off"
          error={wrong ? t`Enter a whole number of at least ${lowest}` : undefined}
          data-autofocus
        />
        <div className="actions">
          <Button variant="default" onClick={() => device?.stopAsking()}>
            {t`Cancel`}
          </Button>
          <Button type="submit" loading={busy}>
            {t`Continue numbering`}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
