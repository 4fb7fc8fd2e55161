import { expect, it } from 'vitest'
import { AppReactContext } from '#app-context/app-context.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { type AggregateRow, ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { salesReport } from '#domain/reports/sales-report.ts'
import { PartsList } from '#features/sales/parts-list.tsx'
import { PortsContext } from '#ui/ports.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'

/** What is read of the report of some days in November. */
function shown(canceled: Partial<typeof ZERO_FIGURES>): string {
  const figures = {
    ...ZERO_FIGURES,
    count: 12,
    gross: toCents(1_200_000),
    vat: toCents(183_000),
    ...canceled,
  }
  const rows: AggregateRow[] = [{ kind: 'day', period: '2026-11-20', key: '', figures }]
  const report = salesReport({ from: '2026-11-20' as FiscalDay, to: '2026-11-21' as FiscalDay }, rows)
  const session = { company: null, serverTime: '2026-11-24T06:00:00.000Z' }
  const list = (
    <PortsContext value={{ clock: { now: () => 0 } } as never}>
      <AppReactContext value={{ account: {}, session, clockOffsetMs: 0 } as never}>
        <PartsList report={report} />
      </AppReactContext>
    </PortsContext>
  )
  return renderInRouter(list)
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
}

it('says of a day how much of it was canceled: the invoices behind its link are added up without them', () => {
  expect(shown({ canceledCount: 2, canceledGross: toCents(400_000) })).toContain('Canceled: 2, Tsh 4,000')
  expect(shown({})).not.toContain('Canceled')
})
