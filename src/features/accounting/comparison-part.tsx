import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import type { AccountingConnection } from '#contract/accounting-endpoints.ts'
import type { BookComparison, BookDifference } from '#domain/accounting/compare-books.ts'
import { ACCOUNTING_NAMES } from '#domain/accounting/provider.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { FailureNote } from '#ui/failure-note.tsx'
import { useAction } from '#ui/use-action.ts'

type Props = { readonly connection: AccountingConnection; readonly onChanged: () => void }

/** What both sides hold of the last days: compared every day, and when the owner asks. */
export function ComparisonPart({ connection, onChanged }: Props) {
  const { t } = useLingui()
  const today = useToday()
  const translate = useTranslate()
  const { call } = useAppContext()
  const [busy, run] = useAction()
  const [code, setCode] = useState<string>()
  const { provider, comparison, comparedAt } = connection
  const compare = async () => {
    setCode(undefined)
    const outcome = await run(() => call('accounting.compare', { provider }))
    if (outcome?.kind === 'answered') onChanged()
    else if (outcome) setCode(failureCode(outcome))
  }
  const at = comparedAt === null ? undefined : formatMoment(comparedAt, today, translate)
  return (
    <div className="stack">
      <h3 className="section-title">{t`Both sides compared`}</h3>
      {code === undefined ? null : <FailureNote code={code} />}
      {comparison === null ? null : <Sums comparison={comparison} name={ACCOUNTING_NAMES[provider]} />}
      {at === undefined ? null : <p className="dim small">{t`Last compared: ${at}`}</p>}
      <Button variant="default" loading={busy} onClick={() => void compare()}>{t`Compare now`}</Button>
    </div>
  )
}

function Sums({ comparison, name }: { readonly comparison: BookComparison; readonly name: string }) {
  const { t } = useLingui()
  const { here, there, differences } = comparison
  const [from, to] = [dayText(comparison.from), dayText(comparison.to)]
  const [hereCount, hereTotal, hereTax] = [here.count, moneyText(here.total), moneyText(here.tax)]
  const [thereCount, thereTotal, thereTax] = [there.count, moneyText(there.total), moneyText(there.tax)]
  const isEqual = differences.length === 0
  return (
    <>
      <p>
        {from} – {to}
        <br />
        {t`Here: ${hereCount}, together ${hereTotal}, tax ${hereTax}`}
        <br />
        {t`In ${name}: ${thereCount}, together ${thereTotal}, tax ${thereTax}`}
      </p>
      <p role="status">
        {isEqual ? t`Nothing differs.` : t`These differ. Nothing was changed: correct them in ${name}.`}
      </p>
      {isEqual ? null : (
        <ul className="stack">
          {differences.map((difference) => (
            <Difference key={`${difference.number}-${difference.kind}`} difference={difference} name={name} />
          ))}
        </ul>
      )}
    </>
  )
}

function Difference({ difference, name }: { readonly difference: BookDifference; readonly name: string }) {
  const { t } = useLingui()
  const { kind, invoiceId, number } = difference
  const here = moneyText(difference.here)
  const there = difference.there === null ? '–' : moneyText(difference.there)
  const text = () => {
    switch (kind) {
      case 'missing':
        return t`It is missing in ${name}.`
      case 'voided':
        return t`It is voided in ${name}, but the receipt counts.`
      case 'live':
        return t`It was canceled here, but counts in ${name}.`
      case 'tax':
        return t`Another tax. Here: ${here}, in ${name}: ${there}`
      case 'total':
        return t`Another total. Here: ${here}, in ${name}: ${there}`
    }
  }
  return (
    <li>
      <Link to="/invoice/$id" params={{ id: invoiceId }}>
        {number}
      </Link>
      <br />
      {text()}
    </li>
  )
}
