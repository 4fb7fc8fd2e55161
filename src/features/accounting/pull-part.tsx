import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { DateField } from '#blocks/date-field/date-field.tsx'
import type { AccountingConnection } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_NAMES } from '#domain/accounting/provider.ts'
import { dayText, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { FailureNote } from '#ui/failure-note.tsx'
import { useAction } from '#ui/use-action.ts'
import { InboxLog } from './inbox-log.tsx'

type Props = { readonly connection: AccountingConnection; readonly onChanged: () => void }

/** Invoices that people write in the books: off at first, from a day that the owner chooses. */
export function PullPart({ connection, onChanged }: Props) {
  const { t } = useLingui()
  const today = useToday()
  const translate = useTranslate()
  const { call } = useAppContext()
  const [day, setDay] = useState<FiscalDay | undefined>(today)
  const [busy, run] = useAction()
  const [code, setCode] = useState<string>()
  const { provider, pullFrom, pulledAt, inbox } = connection
  const name = ACCOUNTING_NAMES[provider]
  const pull = async (from: FiscalDay | null) => {
    setCode(undefined)
    const outcome = await run(() => call('accounting.pull', { provider, from }))
    if (outcome?.kind === 'answered') onChanged()
    else if (outcome) setCode(failureCode(outcome))
  }
  const from = pullFrom === null ? '' : dayText(pullFrom)
  const read = pulledAt === null ? undefined : formatMoment(pulledAt, today, translate)
  const { taken, attention } = inbox
  const isUsed = pullFrom !== null || taken + attention > 0
  return (
    <div className="stack">
      <h3 className="section-title">{t`Invoices written in ${name}`}</h3>
      {code === undefined ? null : <FailureNote code={code} />}
      {pullFrom === null ? (
        <>
          <p>{t`They can come here as drafts, for you to check and submit to TRA.`}</p>
          <DateField label={t`Take invoices from this day on`} value={day} onChange={setDay} today={today} />
          <Button
            variant="default"
            loading={busy}
            disabled={day === undefined}
            onClick={() => void pull(day ?? null)}
          >{t`Start taking`}</Button>
        </>
      ) : (
        <>
          <p>{t`Invoices since ${from} come here as drafts. What changes there changes the draft until you submit it.`}</p>
          <p>{t`Taken: ${taken}. Need you: ${attention}.`}</p>
          {read === undefined ? null : <p className="dim small">{t`Last looked: ${read}`}</p>}
          <Button variant="subtle" loading={busy} onClick={() => void pull(null)}>{t`Stop taking`}</Button>
        </>
      )}
      {isUsed ? <InboxLog provider={provider} /> : null}
    </div>
  )
}
