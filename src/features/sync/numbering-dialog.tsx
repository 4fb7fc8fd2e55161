import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { momentInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useDeed } from '../use-deed.ts'
import { useToday } from '../workplace.ts'
import { type FiscalStatus, useFiscalDuty } from './use-fiscal-duty.ts'

const MOST = 999_999_999

/**
 * Asks the owner for the last receipt number there is, after the server was restored from a backup: no number up to
 * it is given again. The phones may clear it up by themselves; this is for when some never come back.
 */
export function NumberingDialog({ hold }: { hold: NonNullable<FiscalStatus['hold']> }) {
  const { t } = useLingui()
  const say = useSay()
  const today = useToday()
  const duty = useFiscalDuty()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [busy, run] = useDeed()
  const lowest = hold.nextGc - 1
  const confirm = async (event: SyntheticEvent) => {
    event.preventDefault()
    const number = Number(typed.trim())
    const good = /^\d{1,9}$/.test(typed.trim()) && number >= Math.max(1, lowest) && number <= MOST
    setWrong(!good)
    if (!good || !duty) return
    const released = await run(() => duty.resume(number))
    if (released) duty.stopAsking()
  }
  const backup = momentInWords(hold.backupAt, today, say)
  return (
    <Sheet
      title={t`Last receipt number`}
      opened={duty?.asking ?? false}
      onClose={() => duty?.stopAsking()}
      height="auto"
    >
      <form className="stack" onSubmit={(event) => void confirm(event)} noValidate>
        <p>{t`The server was restored from a copy (${backup}). Receipts after that may be known only to the phones and to TRA.`}</p>
        <p>{t`Look at the last receipt you printed, and at your account at TRA, and write the higher of the two numbers. No number up to it is given again.`}</p>
        <TextInput
          label={t`Last receipt number`}
          description={t`The receipt number (RCTNUM) of the newest receipt, at least ${lowest}`}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setWrong(false)
          }}
          inputMode="numeric"
          autoComplete="off"
          error={wrong ? t`Write a whole number that is at least ${lowest}` : undefined}
          data-autofocus
        />
        <div className="actions">
          <Button variant="default" onClick={() => duty?.stopAsking()}>
            {t`Cancel`}
          </Button>
          <Button type="submit" loading={busy}>
            {t`Go on with numbering`}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
