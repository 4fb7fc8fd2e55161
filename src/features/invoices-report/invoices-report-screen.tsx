import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useActor } from '#app-context/use-actor.ts'
import { useCan } from '#app-context/use-can.ts'
import { listSearchParams, pageInput } from '#blocks/server-list/list-query.ts'
import { ServerList } from '#blocks/server-list/server-list.tsx'
import { useListQuery } from '#blocks/server-list/use-list-query.ts'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { REPORT_SORTS, REPORT_STATUSES, type ReportRow } from '#contract/invoices-report-endpoints.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import classes from './invoices-report.module.css'
import { ReportFilters } from './report-filters.tsx'
import { parseReport } from './report-query.ts'
import { TotalsSection } from './totals-section.tsx'

type Props = {
  /** The address: the period, the query of the list, `company`, `letter` (tax type) and `payment`. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onGo: (search: Readonly<Record<string, string>>) => void
  /** Opens an invoice of the own company. */
  readonly onOpen: (invoiceId: string) => void
  /** Opens the re-issuing of receipts: of one, or the list. */
  readonly onReissue: (receipt: { readonly company?: string; readonly id?: string }) => void
}

/** The invoices report (spec §2, §6): numbered invoices of one company or of all companies of an organization. */
export function InvoicesReportScreen({ search, onGo, onOpen, onReissue }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const { organizationId } = useActor()
  const today = useToday()
  const listQuery = useListQuery(search)
  const text = JSON.stringify(search)
  // The same address gives the same object, so that nothing is asked twice.
  const report = useMemo(() => parseReport(JSON.parse(text) as Props['search'], today), [text, today])
  const { query, narrowed } = report
  const totals = useServerAnswer(
    useCallback(async () => loadedFrom(await call('invoices-report.totals', query)), [call, query]),
  )
  const load = useCallback(
    async () =>
      loadedFrom(
        await call('invoices-report.list', {
          ...query,
          ...pageInput(listQuery, REPORT_SORTS, REPORT_STATUSES),
        }),
      ),
    [call, query, listQuery],
  )
  const reissues = useCan()('receipt.reissue', { companyId: null, organizationId })
  const several = (totals.value?.companies.length ?? 0) > 1
  return (
    <ServerList
      title={t`Invoices report`}
      searchLabel={t`Search by receipt number, customer or reference`}
      query={listQuery}
      onQuery={(next) => onGo({ ...narrowed, ...listSearchParams(next) })}
      load={load}
      sorts={[
        { value: '-day', label: t`Newest first` },
        { value: 'day', label: t`Oldest first` },
        { value: '-total', label: t`Largest amount first` },
        { value: 'total', label: t`Smallest amount first` },
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
        ...(several ? [{ title: t`Company`, cell: ({ companyName }: ReportRow) => companyName }] : []),
        { title: t`Customer`, cell: ({ customerName }) => customerName || t`Walk-in customer` },
        { title: t`Status`, cell: ({ status }) => <StatusPill status={status} />, whole: true },
        { title: t`VAT`, cell: ({ vat }) => moneyText(vat), whole: true },
        { title: t`Including VAT`, cell: ({ gross }) => moneyText(gross), whole: true },
      ]}
      onOpen={({ companyId, invoiceId }) =>
        reissues ? onReissue({ company: companyId, id: invoiceId }) : onOpen(invoiceId)
      }
      empty={
        <EmptyState icon="receipt" title={t`No invoices in this period`}>
          {t`Choose another period, company or status.`}
        </EmptyState>
      }
    >
      <div className={`stack ${classes.head}`}>
        <ReportFilters
          report={report}
          today={today}
          companies={totals.value?.companies ?? []}
          onChange={(next) => onGo({ ...next, ...listSearchParams({ ...listQuery, page: 1 }) })}
        />
        <TotalsSection query={query} answer={totals} />
        {reissues ? (
          <Button variant="default" onClick={() => onReissue({})}>
            {t`Receipt re-issuing`}
          </Button>
        ) : null}
      </div>
    </ServerList>
  )
}
