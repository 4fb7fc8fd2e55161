import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { PeriodChoice } from '#blocks/period/period-choice.tsx'
import { paramsOfPeriod, parseReportParams, rangeFromParams } from '#blocks/report/report-search-params.ts'
import { listSearchParams, pageInput } from '#blocks/server-list/list-query.ts'
import { ServerList } from '#blocks/server-list/server-list.tsx'
import { useListQuery } from '#blocks/server-list/use-list-query.ts'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { REPORT_SORTS, REPORT_STATUSES } from '#contract/invoices-report-endpoints.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { ReceiptPage } from './receipt-page.tsx'

type Props = {
  /** The address: the period and the query of the list; `company` and `id` name the open receipt. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onGo: (search: Readonly<Record<string, string>>, replace: boolean) => void
}

/** Re-issuing of receipts (spec §2, §6): finds a receipt of the organization's companies to give out a copy of. */
export function ReceiptReissuingScreen({ search, onGo }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const today = useToday()
  const query = useListQuery(search)
  const params = parseReportParams(search)
  const { preset, range } = rangeFromParams(params, today)
  const { from, to } = range
  const input = useMemo(
    () => ({ from, to, ...pageInput(query, REPORT_SORTS, REPORT_STATUSES) }),
    [query, from, to],
  )
  const load = useCallback(async () => loadedFrom(await call('invoices-report.list', input)), [call, input])
  const address = { ...params, ...listSearchParams(query) }
  const { company, id } = search
  if (company !== undefined && id !== undefined) {
    return <ReceiptPage key={id} companyId={company} id={id} onBack={() => onGo(address, false)} />
  }
  return (
    <ServerList
      title={t`Receipt re-issuing`}
      searchLabel={t`Search by receipt number, customer or reference`}
      query={query}
      onQuery={(next) => onGo({ ...params, ...listSearchParams(next) }, true)}
      load={load}
      sorts={[
        { value: '-day', label: t`Newest first` },
        { value: 'day', label: t`Oldest first` },
      ]}
      filters={[
        { value: '', label: t({ context: 'invoices report', message: 'All' }) },
        ...REPORT_STATUSES.map((status) => ({ value: status, label: translate(STATUS_NAMES[status]) })),
      ]}
      nameTitle={t`Receipt number`}
      nameOf={({ rctvnum }) => rctvnum}
      nameWhole
      columns={[
        { title: t`Date`, cell: ({ issuedDay }) => dayText(issuedDay), whole: true },
        { title: t`Company`, cell: ({ companyName }) => companyName },
        { title: t`Customer`, cell: ({ customerName }) => customerName || t`Walk-in customer` },
        { title: t`Status`, cell: ({ status }) => <StatusPill status={status} />, whole: true },
        { title: t`Including VAT`, cell: ({ gross }) => moneyText(gross), whole: true },
      ]}
      onOpen={(row) => onGo({ ...address, company: row.companyId, id: row.invoiceId }, false)}
      empty={
        <EmptyState icon="receipt" title={t`No receipts in this period`}>
          {t`Choose the days of the receipt, or search for its number.`}
        </EmptyState>
      }
    >
      <div className="stack">
        <p className="dim">
          {t`A copy has the number, date and amounts of the original. Nothing is sent to TRA again.`}
        </p>
        <div className="actions">
          <PeriodChoice
            preset={preset}
            range={range}
            today={today}
            onChoose={(period) =>
              onGo({ ...paramsOfPeriod(period, today), ...listSearchParams({ ...query, page: 1 }) }, true)
            }
          />
        </div>
      </div>
    </ServerList>
  )
}
