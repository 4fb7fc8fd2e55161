import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { FileProgress, type FileWriting } from '#blocks/file-progress/file-progress.tsx'
import type { AuditRow } from '#contract/audit-endpoints.ts'
import type { EndpointInput } from '#contract/endpoints.ts'
import { fiscalDayOf, fiscalTimeOf } from '#domain/calendar/east-africa.ts'
import type { TableCell } from '#domain/reports/report-table.ts'
import type { Translate } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'
import { actName } from './audit-words.ts'

type Props = {
  readonly filter: Omit<EndpointInput<'audit.export'>, 'before'>
  readonly onEnd: () => void
}

function cellsOf(row: AuditRow, translate: Translate): TableCell[] {
  const { at, action, person, username, device, company, receipt, reason, subject } = row
  const texts = [actName(action, translate), person, username, device, company, receipt, reason, subject]
  return [
    { kind: 'day', day: fiscalDayOf(at) },
    ...[fiscalTimeOf(at), ...texts].map((text): TableCell => ({ kind: 'text', text })),
  ]
}

/** Fetches the audit trail in batches and writes it into a spreadsheet. */
export function AuditDownload({ filter, onEnd }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const write = async ({ onRows, stop }: FileWriting) => {
    const table = await startTable({
      format: 'xlsx',
      sheet: t`Audit trail`,
      columns: [
        t`Date`,
        t`Time`,
        t({ context: 'audit trail', message: 'What' }),
        t({ context: 'audit trail', message: 'Who' }),
        t`Username`,
        t`Phone or computer`,
        t`Company`,
        t`Receipt number`,
        t`Reason`,
        t({ context: 'audit trail', message: 'Record' }),
      ],
      wide: [2, 3, 6, 8, 9],
    })
    try {
      let listed = 0
      let before: string | undefined
      for (;;) {
        const answer = await call('audit.export', { ...filter, ...(before === undefined ? {} : { before }) })
        if (stop.aborted) return undefined
        if (answer.kind !== 'answered') throw new Error(failureCode(answer))
        const { rows, more } = answer.value
        await table.add(rows.map((row) => cellsOf(row, translate)))
        listed += rows.length
        onRows(listed)
        before = rows.at(-1)?.id
        if (!more || before === undefined) return { file: await table.finish() }
      }
    } finally {
      table.close()
    }
  }
  const start = t({ context: 'start of a file name', message: 'audit-trail' })
  return (
    <FileProgress
      all={0}
      fileName={`${start}-${filter.from}-${filter.to}.xlsx`}
      write={write}
      onEnd={onEnd}
    />
  )
}
