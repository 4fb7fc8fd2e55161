import { expect, it } from 'vitest'
import { AppReactContext } from '#app-context/app-context.ts'
import type { ZReportView } from '#contract/fiscal.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { expenseTaxNames } from '#features/expenses/report/expense-tables.ts'
import { type TaxNameIn, useTaxNameIn } from '#features/sales/use-tax-name.ts'
import { zReportTables } from '#features/sales/z-report-tables.ts'
import { PortsContext } from '#ui/ports.ts'
import { readLanguage } from '../../i18n/read-language.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'

const TODAY = '2027-03-10' as FiscalDay

/** 18 % until the end of 2026, 17 % since. */
const rates = [
  ...DEFAULT_RATES,
  {
    ...{ taxType: 'standard' as const, rate: toBasisPoints(1700), active: true },
    validFrom: '2027-01-01' as FiscalDay,
  },
]
const days = (from: string, to: string) => ({ from: from as FiscalDay, to: to as FiscalDay })

const A_REPORT: ZReportView = {
  ...{ day: '2026-12-31' as FiscalDay, znumber: '20261231', ticketsFiscal: 1, delivery: 'acknowledged' },
  ...{ dailyTotal: toCents(118), gross: toCents(118), discounts: toCents(0), acknowledgedAt: null },
  vatTotals: [{ letter: 'C', net: toCents(118), tax: toCents(0) }],
  payments: [],
}

function Asking({ onNames }: { readonly onNames: (nameIn: TaxNameIn) => void }) {
  onNames(useTaxNameIn())
  return null
}

/** The names as a screen of a company gets them: with VAT, unless it has no `vrn`. */
function taxNames(vrn = '40-012345-A'): TaxNameIn {
  const given: TaxNameIn[] = []
  const session = { company: { vrn }, rates, serverTime: `${TODAY}T06:00:00.000Z` }
  renderInRouter(
    <PortsContext value={{ clock: { now: () => 0 } } as never}>
      <AppReactContext value={{ account: {}, session, clockOffsetMs: 0 } as never}>
        <Asking onNames={(nameIn) => given.push(nameIn)} />
      </AppReactContext>
    </PortsContext>,
  )
  const [nameIn] = given
  if (nameIn === undefined) throw new Error('not rendered')
  return nameIn
}

it('names the tax of a report with its rate, and without one where the rate changed in its days (spec §9)', () => {
  const nameIn = taxNames()
  expect(nameIn(days('2026-12-01', '2026-12-31'))('A')).toBe('Standard 18%')
  expect(nameIn(days('2027-01-01', '2027-12-31'))('A')).toBe('Standard 17%')
  expect(nameIn(days('2026-07-01', '2027-06-30'))('A')).toBe('Standard')
  // The rate of nothing else changed, and the rates do not reach back to 2010.
  expect(nameIn(days('2026-07-01', '2027-06-30'))('D')).toBe('Special relief (0%)')
  expect(nameIn(days('2010-01-01', '2026-12-31'))('A')).toBe('Standard 18%')
})

it('names C by the registration on the days of the report, and by that of today where those are not known', () => {
  const december = days('2026-12-01', '2026-12-31')
  const [registered, not] = [taxNames(), taxNames('')]
  expect(registered(december, false)('C')).toBe('Without VAT')
  expect(not(december, true)('C')).toBe('Zero-rated 0%')
  expect(not(december, 'changed')('C')).toBe('Zero-rated or without VAT')
  expect([registered(december)('C'), not(december)('C')]).toEqual(['Zero-rated 0%', 'Without VAT'])
})

it('names C of a Z report by the registration of its device on that day', async () => {
  const { speak } = await readLanguage('en')
  const names = { translate: speak._.bind(speak), taxNameIn: taxNames(), now: { simulated: false } }
  const nameOf = (device?: ZReportView['device']) =>
    zReportTables({ ...A_REPORT, ...(device && { device }) }, names)[1]?.rows[0]?.[0]
  const device = { serial: '99TZ000001', regId: 'TZ01', taxOffice: 'Ilala' }
  expect(nameOf({ ...device, vrn: '' })).toEqual({ kind: 'text', text: 'C Without VAT' })
  expect(nameOf({ ...device, vrn: '40012345A' })).toEqual({ kind: 'text', text: 'C Zero-rated 0%' })
  expect(nameOf()).toEqual({ kind: 'text', text: 'C Zero-rated 0%' })
})

it('names the tax of each Z report by the rate of its own day', async () => {
  const { speak } = await readLanguage('en')
  const names = { translate: speak._.bind(speak), taxNameIn: taxNames(), now: { simulated: false } }
  const taxOf = (day: string) => {
    const report: ZReportView = {
      ...{ ...A_REPORT, day: day as FiscalDay, znumber: day.replaceAll('-', '') },
      vatTotals: [{ letter: 'A', net: toCents(100), tax: toCents(18) }],
    }
    return zReportTables(report, names)[1]?.rows[0]?.[0]
  }
  expect(taxOf('2026-12-31')).toEqual({ kind: 'text', text: 'A Standard 18%' })
  expect(taxOf('2027-01-01')).toEqual({ kind: 'text', text: 'A Standard 17%' })
})

it('names special relief of expenses by the rate that the company chose for expenses (spec §9)', async () => {
  const { speak } = await readLanguage('en')
  const namesWith = (taxExpenseSpecialRelief: 0 | 5) => {
    const tax = { rates, settings: { taxExpenseSpecialRelief } }
    return expenseTaxNames(days('2026-12-01', '2026-12-31'), TODAY, tax, speak._.bind(speak))
  }
  expect(namesWith(5)).toMatchObject({ special_relief: 'Special relief (5%)', standard: 'Standard 18%' })
  expect(namesWith(0).special_relief).toBe('Special relief (0%)')
})
