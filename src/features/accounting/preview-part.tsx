import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { DateField } from '#blocks/date-field/date-field.tsx'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { AccountingPreview } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_NAMES, type AccountingProvider } from '#domain/accounting/provider.ts'
import { dayText, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { FailureNote } from '#ui/failure-note.tsx'
import { useAction } from '#ui/use-action.ts'

type Props = { readonly provider: AccountingProvider; readonly onStarted: () => void }

/** The first day, and what will be written from it on, before anything is. */
export function PreviewPart({ provider, onStarted }: Props) {
  const { t } = useLingui()
  const today = useToday()
  const [day, setDay] = useState<FiscalDay | undefined>(today)
  return (
    <>
      <DateField label={t`Write receipts from this day on`} value={day} onChange={setDay} today={today} />
      {day === undefined ? null : <Preview key={day} provider={provider} since={day} onStarted={onStarted} />}
    </>
  )
}

function Preview({ provider, since, onStarted }: Props & { readonly since: FiscalDay }) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const [busy, run] = useAction()
  const [code, setCode] = useState<string>()
  const load = useCallback(
    async () => loadedFrom(await call('accounting.preview', { provider, since })),
    [call, provider, since],
  )
  const { value, failure, reload } = useServerAnswer(load)
  if (failure !== undefined) return <ServerFailure code={failure} onRetry={reload} above />
  if (value === undefined) return <p role="status">{t`Comparing the totals…`}</p>
  const start = async () => {
    const outcome = await run(() => call('accounting.start', { provider, since }))
    if (outcome?.kind === 'answered') onStarted()
    else if (outcome) setCode(failureCode(outcome))
  }
  const sum = moneyText(value.sum)
  const { count } = value
  return (
    <>
      <p>{t`Receipts so far: ${count}, together ${sum}.`}</p>
      <Samples preview={value} name={ACCOUNTING_NAMES[provider]} />
      <p role="status">
        {value.equal
          ? t`The totals are equal to the cent.`
          : t`The totals differ. Change the choices of taxes.`}
      </p>
      {code === undefined ? null : <FailureNote code={code} />}
      {value.equal ? <Button loading={busy} onClick={() => void start()}>{t`Start writing`}</Button> : null}
    </>
  )
}

/** Up to three receipts, with their totals here and there. */
function Samples({ preview, name }: { readonly preview: AccountingPreview; readonly name: string }) {
  const { t } = useLingui()
  return (
    <ul className="stack">
      {preview.samples.map(({ number, day, total, tax, theirTotal, theirTax }) => {
        const [here, hereTax] = [moneyText(total), moneyText(tax)]
        const [there, thereTax] = [moneyText(theirTotal), moneyText(theirTax)]
        return (
          <li key={number}>
            <strong>{number}</strong> <span className="dim">{dayText(day)}</span>
            <br />
            {t`Here: ${here}, tax ${hereTax}`}
            <br />
            {t`In ${name}: ${there}, tax ${thereTax}`}
          </li>
        )
      })}
    </ul>
  )
}
