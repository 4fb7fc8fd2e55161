import { eastAfricaDate, eastAfricaInstant } from './fiscal-time.ts'
import type { DeviceBook } from './ledger.ts'
import type { DeviceRecord, ZReportFacts } from './ledger-entries.ts'
import { sum } from './receipt-sum-rules.ts'
import type { Rule } from './rule.ts'

export type ZReportCase = { report: ZReportFacts; device: DeviceRecord; book: DeviceBook; nowMs: number }

/** The rules of a Z report after identity and duplicates are settled. */
export const Z_REPORT_RULES: readonly Rule<ZReportCase>[] = [
  {
    code: 901,
    name: 'DATE_NOT_IN_CALENDAR',
    inFieldProfile: 'refuse',
    find: ({ report }) =>
      eastAfricaInstant(report.date, report.time) === null ? `ZREPORT/DATE ${report.date}` : null,
  },
  {
    code: 906,
    name: 'ZNUMBER_NOT_DATE',
    inFieldProfile: 'refuse',
    find: ({ report }) =>
      report.znumber === report.date.replaceAll('-', '') ? null : `${report.znumber} and ${report.date}`,
  },
  {
    code: 920,
    name: 'Z_DAY_NOT_OVER',
    inFieldProfile: 'flag',
    find: ({ report, nowMs }) => (report.date < eastAfricaDate(nowMs) ? null : report.date),
  },
  {
    code: 922,
    name: 'Z_SUMS',
    inFieldProfile: 'flag',
    find: (subject) => findLabelFault(subject) ?? findSumFault(subject),
  },
  {
    code: 923,
    name: 'Z_GROSS',
    inFieldProfile: 'flag',
    find: ({ report, book }) => {
      const numbers = [...book.zReports.keys()].sort()
      const last = numbers.at(-1)
      if (last === undefined) return null
      if (report.znumber < last) return `Z ${last} was received before`
      const previous = book.zReports.get(last)?.grossCents ?? 0
      return report.grossCents === previous + report.dailyTotalCents ? null : `after ${previous / 100}`
    },
  },
]

/** The five letters with their rates and the five payment types, each in order. */
function findLabelFault({ report, device }: ZReportCase): string | null {
  const { A, B, C, D } = device.taxCodes
  const letters = Object.entries({ A, B, C, D, E: 0 })
    .map(([letter, percent]) => `${letter}-${percent.toFixed(2)}`)
    .join()
  const rates = report.vatTotals.map((total) => total.rate).join()
  if (rates !== letters) return `VATRATE ${rates}`
  const types = report.payments.map((payment) => payment.type).join()
  return types === 'CASH,CHEQUE,CCARD,EMONEY,INVOICE' ? null : `PMTTYPE ${types}`
}

function findSumFault({ report, book }: ZReportCase): string | null {
  const day = book.days.get(report.date) ?? { highestDc: 0, totalCents: 0, discountCents: 0 }
  const paid = sum(report.payments.map((payment) => payment.cents))
  const net = sum(report.vatTotals.map((total) => total.netCents))
  const tax = sum(report.vatTotals.map((total) => total.taxCents))
  const checks: [string, number, number][] = [
    ['receipts of the day', report.dailyTotalCents, day.totalCents],
    ['payments', paid, report.dailyTotalCents],
    ['VAT totals', net + tax, report.dailyTotalCents],
    ['DISCOUNTS', report.discountCents, day.discountCents],
    ['TICKETSFISCAL', report.ticketsFiscal, day.highestDc],
  ]
  const wrong = checks.find(([, found, expected]) => found !== expected)
  return wrong === undefined ? null : wrong[0]
}

/** Texts that differ from the registration. The authority is not known to refuse them, so they are only flagged. */
export function findZWarnings({ report, device, book }: ZReportCase): string[] {
  const registered = device.firstRegisteredAtMs === null ? null : eastAfricaDate(device.firstRegisteredAtMs)
  const last = [...book.zReports.keys()].sort().at(-1)
  const warnings: [string, boolean][] = [
    ['VRN_DIFFERS', report.vrn !== (device.vrn || 'NOT REGISTERED')],
    ['TAX_OFFICE_DIFFERS', report.taxOffice !== device.taxOffice],
    ['USER_NOT_UIN', report.user !== device.uin],
    ['REGISTRATION_DATE_DIFFERS', registered !== null && report.registrationDate !== registered],
    ['FIXED_TEXT_DIFFERS', report.fixedTexts.join() !== 'WEBAPI,3.0,WEBAPI'],
    ['Z_DAY_SKIPPED', last !== undefined && daysBetween(last, report.znumber) > 1],
  ]
  return warnings.filter(([, present]) => present).map(([name]) => name)
}

function daysBetween(from: string, to: string): number {
  const day = (text: string) => Date.parse(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')) / 86_400_000
  return day(to) - day(from)
}
