import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useActor } from '#app-context/use-actor.ts'
import { type Tenant, TenantPicker } from '#blocks/accounts/tenant-picker.tsx'
import { PeriodChoice } from '#blocks/period/period-choice.tsx'
import { paramsOfPeriod } from '#blocks/report/report-search-params.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { FISCAL_PAYMENT_TYPES } from '#domain/fiscal/fiscal-receipt.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'
import { FISCAL_PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import classes from './invoices-report.module.css'
import type { AddressedReport } from './report-query.ts'
import { LETTER_NAMES } from './report-tables.ts'

type Props = {
  readonly report: AddressedReport
  readonly today: FiscalDay
  /** Companies whose names are known already. */
  readonly companies: readonly Tenant[]
  /** Gets the new part of the address. */
  readonly onChange: (narrowed: Readonly<Record<string, string>>) => void
}

/** The period of the report, and what narrows it down: a company, a tax type, a way to pay. */
export function ReportFilters({ report, today, companies, onChange }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { preset, range, narrowed } = report
  const change = (name: string, value: string) => {
    const { [name]: _, ...others } = narrowed
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  const choosePeriod = (period: Parameters<typeof paramsOfPeriod>[0]) => {
    const { period: _, from: _from, to: _to, ...others } = narrowed
    onChange({ ...others, ...paramsOfPeriod(period, today) })
  }
  const all = { value: '', label: t({ context: 'invoices report', message: 'All' }) }
  return (
    <div className={classes.filters}>
      <PeriodChoice preset={preset} range={range} today={today} onChoose={choosePeriod} />
      <CompanyFilter
        chosen={narrowed['company']}
        known={companies}
        onChoose={(id) => change('company', id)}
      />
      <NativeSelect
        label={t`Tax type`}
        value={narrowed['letter'] ?? ''}
        onChange={({ currentTarget }) => change('letter', currentTarget.value)}
        data={[
          all,
          ...TAX_LETTERS.map((letter) => ({ value: letter, label: translate(LETTER_NAMES[letter]) })),
        ]}
      />
      <NativeSelect
        label={t`Payment method`}
        value={narrowed['payment'] ?? ''}
        onChange={({ currentTarget }) => change('payment', currentTarget.value)}
        data={[
          all,
          ...FISCAL_PAYMENT_TYPES.map((type) => ({
            value: type,
            label: translate(FISCAL_PAYMENT_NAMES[type]),
          })),
        ]}
      />
    </div>
  )
}

type CompanyProps = {
  readonly chosen: string | undefined
  readonly known: readonly Tenant[]
  readonly onChoose: (id: string) => void
}

/** One company of the organization; an owner has only the own one and chooses nothing. */
function CompanyFilter({ chosen, known, onChoose }: CompanyProps) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const actor = useActor()
  const [picked, setPicked] = useState<Tenant>()
  const find = useCallback(
    async (search: string) => {
      const loaded = loadedFrom(await call('companies.list', search === '' ? {} : { search }))
      return 'value' in loaded ? { value: loaded.value.rows } : loaded
    },
    [call],
  )
  if (actor.companyId !== null) return null
  const name = [picked, ...known].find((company) => company?.id === chosen)?.name ?? t`One company`
  return (
    <div>
      <TenantPicker
        label={t`Company`}
        chooseLabel={t`All companies`}
        optional
        chosen={chosen === undefined ? undefined : { id: chosen, name }}
        find={find}
        onChoose={(company) => {
          setPicked(company)
          onChoose(company.id)
        }}
      />
      {chosen === undefined ? null : (
        <Button variant="subtle" onClick={() => onChoose('')}>
          {t`Show all companies`}
        </Button>
      )}
    </div>
  )
}
