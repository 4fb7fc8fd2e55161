import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { PrintLinesButton } from '#blocks/receipt/print-lines-button.tsx'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import { TableView } from '#blocks/report/table-view.tsx'
import { useReportPdf } from '#blocks/report/use-report-pdf.ts'
import type { ZReportView } from '#contract/fiscal.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { reportLines } from '#domain/receipts/report-lines.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import type { IconName } from '#ui/icon.tsx'
import { Icon } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'
import { useOnline } from '#ui/use-online.ts'
import { rangeText } from './report-tables.ts'
import classes from './sales.module.css'
import { useTaxNameIn } from './use-tax-name.ts'
import { useZReports } from './use-z-reports.ts'
import { type ZReportNames, zReportMarks, zReportTables } from './z-report-tables.ts'

type Delivery = ZReportView['delivery']

const DELIVERY: Record<Delivery, { icon: IconName; tone: PillTone; name: MessageDescriptor }> = {
  acknowledged: { icon: 'seal', tone: 'good', name: msg`Received by TRA` },
  waiting: { icon: 'clock', tone: 'warm', name: msg`Waiting to send to TRA` },
  unknown: { icon: 'clock', tone: 'warm', name: msg`Waiting for TRA’s answer` },
  refused: { icon: 'alert', tone: 'bad', name: msg`Rejected by TRA` },
}

type RowProps = { readonly report: ZReportView; readonly names: ZReportNames }

/** One closed day; its lines are rendered when it is opened: a year has many. */
function ZReportRow({ report, names }: RowProps) {
  const translate = useTranslate()
  const today = useToday()
  const { t } = useLingui()
  const { company, db } = useAppContext()
  const [opened, setOpened] = useState(false)
  const tables = () => zReportTables(report, names)
  const lines = () =>
    reportLines({
      marks: zReportMarks([report], names.now),
      title: t`Z REPORT`,
      seller: company?.name ?? '',
      facts: [`${t`TIN`} ${company?.tin ?? ''}`, dayText(report.day)],
      tables: tables(),
    })
  const { icon, tone, name } = DELIVERY[report.delivery]
  return (
    <details open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <span>{formatDay(report.day, today, translate)}</span>
        <strong>{moneyText(report.dailyTotal)}</strong>
        <span className={classes.under}>
          <Pill icon={icon} tone={tone} status={report.delivery}>
            {translate(name)}
          </Pill>
        </span>
      </summary>
      {opened ? (
        <>
          {tables().map((table) => (
            <TableView key={table.title} table={table} />
          ))}
          <PrintLinesButton db={db} label={t`Z report`} lines={lines}>
            {t`Print Z report`}
          </PrintLinesButton>
        </>
      ) : null}
    </details>
  )
}

/** The closed days of a period as reported to the authority. The server closes them, so it is asked. */
export function ZReportsPart({ range }: { range: DayRange }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const online = useOnline()
  const { company, session } = useAppContext()
  const names = { translate, taxNameIn: useTaxNameIn(), now: session }
  const { reports, isFetched, code, busy, fetchNow } = useZReports(range)
  const [writing, savePdf] = useReportPdf(company)
  if (reports === undefined) return null
  const start = t({ context: 'start of a file name', message: 'z-report' })
  return (
    <section className="stack" aria-labelledby="z-reports">
      <h2 className="section-title" id="z-reports">
        {t`Z reports`}
      </h2>
      <p className="dim small">
        {t`The server closes each day after midnight and sends its Z report to TRA.`}
      </p>
      {reports.length === 0 ? null : (
        <ul className={classes.zReports}>
          {reports.map((report) => (
            <li key={report.day}>
              <ZReportRow report={report} names={names} />
            </li>
          ))}
        </ul>
      )}
      {isFetched && reports.length === 0 ? (
        <p role="status">{t`There are no Z reports in this period yet.`}</p>
      ) : null}
      {code === undefined ? null : (
        <p className="notice" data-tone="bad" role="alert">
          <span>
            {translate(errorMessage(code))} <HelpLink code={code} />
          </span>
        </p>
      )}
      {online ? null : (
        <p className="dim small">
          {reports.length === 0
            ? t`You are offline. Z reports come from the server the first time.`
            : t`You are offline. These are the Z reports seen on this phone.`}
        </p>
      )}
      <div className="actions">
        <Button
          variant="default"
          loading={busy}
          disabled={!online}
          leftSection={<Icon name={online ? 'refresh' : 'offline'} size={18} />}
          onClick={fetchNow}
        >
          {reports.length === 0 ? t`Show Z reports` : t`Refresh Z reports`}
        </Button>
        {reports.length === 0 ? null : (
          <Button
            variant="default"
            loading={writing}
            leftSection={<Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />}
            onClick={() =>
              savePdf({
                title: t`Z reports`,
                days: rangeText(range),
                tables: reports.flatMap((report) => zReportTables(report, names)),
                marks: zReportMarks(reports, session),
                fileName: `${start}-${range.from}-${range.to}.pdf`,
              })
            }
          >
            {t`Download Z reports`}
          </Button>
        )}
      </div>
    </section>
  )
}
