import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { useSeesAllSales } from '#app-context/use-sees-all-sales.ts'
import { DateField } from '#blocks/date-field/date-field.tsx'
import { PrintLinesButton } from '#blocks/receipt/print-lines-button.tsx'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import { monthName } from '#blocks/report/month-name.ts'
import { TableView } from '#blocks/report/table-view.tsx'
import { useReportPdf } from '#blocks/report/use-report-pdf.ts'
import { dayText, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { notFiscalLines } from '#domain/fiscal/environment.ts'
import { reportLines } from '#domain/receipts/report-lines.ts'
import { mergeCounts } from '#domain/reports/merge-counts.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { reportTables } from '../report-tables.ts'
import { useTaxName } from '../use-tax-name.ts'
import { CountForm } from './count-form.tsx'
import { drawerTables } from './day-end-tables.ts'
import { type DayEnd, ownDayEnd, useDayEnd, useOwnDrawer } from './use-day-end.ts'
import { useServerCounts } from './use-server-counts.ts'

/** The end of a day: expected cash per operator, its count, and the X report on paper and as PDF. Works offline. */
export function DayEndSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const today = useToday()
  const [day, setDay] = useState<FiscalDay | undefined>(today)
  const shown = day !== undefined && day <= today ? day : undefined
  return (
    <Sheet title={t`Day end`} opened onClose={onClose}>
      <div className="stack">
        <DateField
          label={t`Day`}
          value={day}
          onChange={setDay}
          today={today}
          limits={{ max: today }}
          error={day !== undefined && day > today ? t`Choose today or an earlier day` : undefined}
        />
        {shown === undefined ? null : <DayEndOf key={shown} day={shown} />}
      </div>
    </Sheet>
  )
}

function DayEndOf({ day }: { day: FiscalDay }) {
  const { t } = useLingui()
  const shown = useDayEnd(day)
  const fetched = useServerCounts(day)
  const seesAll = useSeesAllSales()
  const me = useOwnDrawer()
  if (shown === undefined) return <div aria-busy="true" />
  if (shown === 'fetching') {
    return <p className="dim">{t`Your company's data is still loading. You can keep selling.`}</p>
  }
  const counts = mergeCounts(shown.counts, fetched.counts)
  const dayEnd = seesAll ? { ...shown, counts } : ownDayEnd({ ...shown, counts }, me)
  return (
    <>
      <CountForm day={day} dayEnd={dayEnd} />
      <DayEndTables day={day} dayEnd={dayEnd} of={seesAll ? undefined : me.operator} />
      {fetched.state === 'offline' ? (
        <p className="dim small">{t`You are offline. Only the counts made on this phone are shown.`}</p>
      ) : null}
      {fetched.state === 'failed' ? (
        <p className="dim small">
          {t`Counts made on other phones could not be fetched. Those made on this phone are shown.`}
        </p>
      ) : null}
    </>
  )
}

type TablesProps = {
  readonly day: FiscalDay
  readonly dayEnd: DayEnd
  /** The operator, where the figures are those of one. */
  readonly of: string | undefined
}

function DayEndTables({ day, dayEnd, of }: TablesProps) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { company, db, session } = useAppContext()
  const marks = notFiscalLines(session)
  const taxName = useTaxName({ from: day, to: day })
  const [writing, savePdf] = useReportPdf(company)
  const drawers = drawerTables(dayEnd.drawers, dayEnd.counts, translate)
  const sales = reportTables(dayEnd.report, {
    translate,
    taxName,
    monthName: (from) => monthName(from, translate),
  })
  // The last table lists days: of one day it repeats the totals.
  const tables = [...drawers, ...sales.slice(0, -1)]
  const title = t`X report`
  const facts = of === undefined ? [dayText(day)] : [dayText(day), of]
  const lines = () =>
    reportLines({
      marks,
      title: t`X REPORT, NOT A FISCAL RECEIPT`,
      seller: company?.name ?? '',
      facts,
      tables,
    })
  return (
    <>
      <div className="actions">
        <PrintLinesButton db={db} label={title} lines={lines}>
          {t`Print X report`}
        </PrintLinesButton>
        <Button
          variant="default"
          loading={writing}
          leftSection={<Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />}
          onClick={() =>
            savePdf({
              title,
              days: facts.join(', '),
              tables,
              marks,
              fileName: `${t({ context: 'start of a file name', message: 'x-report' })}-${day}.pdf`,
            })
          }
        >
          {t`Download PDF`}
        </Button>
      </div>
      {drawers.length === 0 ? <p className="dim">{t`No cash was taken on this day.`}</p> : null}
      {drawers.map((table) => (
        <TableView key={table.title} table={table} />
      ))}
    </>
  )
}
