import { msg } from '@lingui/core/macro'
import type { ZReportView } from '#contract/fiscal.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { type Cents, toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'
import type { Translate } from '#i18n/format-dates.ts'
import { FISCAL_PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { REPORT_NAMES } from './report-tables.ts'
import type { TaxNameIn } from './use-tax-name.ts'

function text(value: string): TableCell {
  return { kind: 'text', text: value }
}
function amount(value: number): TableCell {
  return { kind: 'amount', amount: toCents(value) }
}

/** One closed day with the lines of the authority's Z report, in its order (TRA guide, Z report). */
export function zReportTables(
  report: ZReportView,
  { translate, taxNameIn }: { readonly translate: Translate; readonly taxNameIn: TaxNameIn },
): ReportTable[] {
  const zero: Cents = ZERO_CENTS
  const number = report.znumber
  const day = dayText(report.day)
  // By the rates of its own day: one may have changed since.
  const taxName = taxNameIn({ from: report.day, to: report.day })
  return [
    {
      title: translate(msg`Z report ${number} of ${day}`),
      columns: ['', translate(REPORT_NAMES.amount)],
      rows: [
        [text(translate(msg`Total of the day`)), amount(report.dailyTotal)],
        [text(translate(msg`Total since the first receipt`)), amount(report.gross)],
        [text(translate(msg`Corrections`)), amount(zero)],
        [text(translate(msg`Discounts`)), amount(report.discounts)],
        [text(translate(msg`Surcharges`)), amount(zero)],
        [text(translate(msg`Fiscal receipts`)), { kind: 'count', count: report.ticketsFiscal }],
      ],
    },
    {
      title: translate(msg`Tax`),
      columns: [REPORT_NAMES.taxType, REPORT_NAMES.excluding, REPORT_NAMES.vat].map(translate),
      rows: report.vatTotals.map(({ letter, net, tax }) => [
        text(`${letter} ${taxName(letter)}`),
        amount(net),
        amount(tax),
      ]),
    },
    {
      title: translate(msg`Payments`),
      columns: [translate(REPORT_NAMES.payment), translate(REPORT_NAMES.amount)],
      rows: report.payments.map((payment) => [
        text(translate(FISCAL_PAYMENT_NAMES[payment.type])),
        amount(payment.amount),
      ]),
    },
  ]
}
