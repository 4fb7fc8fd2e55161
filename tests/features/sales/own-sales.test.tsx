import { MantineProvider } from '@mantine/core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type * as context from '#app-context/app-context.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { drawersOf } from '#domain/reports/drawer.ts'
import { salesReport } from '#domain/reports/sales-report.ts'
import type * as screens from '#features/dashboard/insights/insights-screen.tsx'
import { ownDayEnd } from '#features/sales/day-end/use-day-end.ts'
import type * as reports from '#features/sales/report.tsx'
import type * as ports from '#ui/ports.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'

/** Of these only whether they are shown matters here; the modules of the other tests stay as they are. */
const REPLACED = {
  'dexie-react-hooks': { useLiveQuery: () => true },
  '#features/sales/vat-part.tsx': { VatPart: () => 'VAT WORKSHEET' },
  '#features/sales/z-reports-part.tsx': { ZReportsPart: () => 'Z REPORTS' },
  '#features/dashboard/insights/use-insights.ts': { useInsights: () => ({ shown: [], away: [], since: '' }) },
}
let Report: typeof reports.Report
let InsightsScreen: typeof screens.InsightsScreen
let contexts: Pick<typeof context, 'AppReactContext'> & Pick<typeof ports, 'PortsContext'>
beforeAll(async () => {
  vi.resetModules()
  for (const [path, module] of Object.entries(REPLACED)) vi.doMock(path, () => module)
  ;({ Report } = await import('#features/sales/report.tsx'))
  ;({ InsightsScreen } = await import('#features/dashboard/insights/insights-screen.tsx'))
  const { AppReactContext } = await import('#app-context/app-context.ts')
  const { PortsContext } = await import('#ui/ports.ts')
  contexts = { AppReactContext, PortsContext }
})
afterAll(() => {
  for (const path of Object.keys(REPLACED)) vi.doUnmock(path)
  vi.resetModules()
})

const range = { from: '2026-10-01' as FiscalDay, to: '2026-10-31' as FiscalDay }
const report = salesReport(range, [])
const OWN_ONLY = { ...ALL_RIGHTS, seeAllSales: false }

function shownWith(rights: object, element: React.ReactNode, vrn = '40-012345-A'): string {
  const company = { vrn }
  const serverTime = '2026-11-24T06:00:00.000Z'
  const session = { company, user: { user_type: 'operator' }, rights, serverTime }
  const { AppReactContext, PortsContext } = contexts
  return renderInRouter(
    <MantineProvider>
      <PortsContext value={{ clock: { now: () => 0 } } as never}>
        <AppReactContext value={{ account: { db: {} }, session, clockOffsetMs: 0 } as never}>
          {element}
        </AppReactContext>
      </PortsContext>
    </MantineProvider>,
  )
}

const month = (of = report) => (
  <Report
    shown={{ report: of, asked: { range, params: {} } } as never}
    category={undefined}
    product={undefined}
    onChoose={() => undefined}
  />
)

it('sets the sales against the expenses of the company only for people who see all of them', () => {
  expect(shownWith(ALL_RIGHTS, month())).toContain('VAT WORKSHEET')
  const own = shownWith(OWN_ONLY, month())
  expect(own).toContain('No sales in this period')
  expect(own).not.toContain('VAT WORKSHEET')
  expect(own).not.toContain('Z REPORTS')
})

it('has the VAT return of a month in which VAT was charged, also once the registration has ended', () => {
  // Without a count the whole page is there at once.
  const charged = { ...ZERO_FIGURES, vat: toCents(18_000), gross: toCents(118_000) }
  const inOctober = salesReport(range, [{ kind: 'day', period: '2026-10-02', key: '', figures: charged }])
  expect(shownWith(ALL_RIGHTS, month(inOctober), '')).toContain('VAT WORKSHEET')
  expect(shownWith(ALL_RIGHTS, month(), '')).not.toContain('VAT WORKSHEET')
})

it('shows insights only to people who see all sales, and says so to others', () => {
  const insights = <InsightsScreen search={{}} onSearch={() => undefined} />
  expect(shownWith(OWN_ONLY, insights)).toContain('Only people who see all sales of the company see them.')
  const all = shownWith(ALL_RIGHTS, insights)
  expect(all).toContain('Computed on this phone')
  expect(all).not.toContain('Only people who see all sales')
})

it('ends the day of the own drawer, also when others of that name have one', () => {
  const day = '2026-11-24' as FiscalDay
  const sold = (operatorId: string, operator: string, cents: number) =>
    ({ day, operator, operatorId, kind: 'sold', amount: toCents(cents) }) as const
  const drawers = drawersOf(day, [sold('a', 'Asha', 100), sold('b', 'Asha', 200), sold('j', 'Juma', 300)])
  const count = (id: string, operatorId: string) => ({ id, day, operator: 'Asha', operatorId })
  const counts = [count('of a', 'a'), count('of b', 'b')] as never
  const own = ownDayEnd({ report, drawers, counts }, { operator: 'Asha', operatorId: 'b' })
  expect(own.drawers.map(({ sold: cents }) => cents)).toEqual([200])
  expect(own.counts.map(({ id }) => id)).toEqual(['of b'])
})
