import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { dayText, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { amount, count, text } from '#domain/reports/cells.ts'
import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'
import { type SalesReport, salesByLetter, salesByPayment } from '#domain/reports/sales-report.ts'
import type { CanceledVat } from '#domain/reports/vat-worksheet.ts'
import type { TaxLetter } from '#domain/tax/tax-type.ts'
import type { Translate } from '#i18n/format-dates.ts'
import { FISCAL_PAYMENT_NAMES } from '#i18n/trade-names.ts'

/** The words that depend on more than the language. */
export type ReportNames = {
  readonly translate: Translate
  readonly taxName: (letter: TaxLetter) => string
  readonly monthName: (day: FiscalDay) => string
}

/** Headings that the tables and the screen share. */
export const REPORT_NAMES = {
  gross: msg`Sales including VAT`,
  net: msg`Sales excluding VAT`,
  vat: msg`VAT`,
  count: msg`Number of invoices`,
  discount: msg`Discounts given`,
  refunded: msg`Refunds`,
  canceled: msg`Canceled invoices`,
  amount: msg`Amount (Tsh)`,
  excluding: msg`Excluding VAT`,
  including: msg`Including VAT`,
  taxType: msg`Tax type`,
  payment: msg`Payment method`,
  day: msg`Day`,
  month: msg`Month`,
  invoices: msg`Invoices`,
} satisfies Record<string, MessageDescriptor>

/** Said where figures are added up from the invoices on this phone, and the report counts more than those. */
export function onlyCounted(counted: number): MessageDescriptor {
  return msg`${plural(counted, {
    0: 'None of the invoices is on this phone, so none is counted here',
    one: 'Only the # invoice on this phone is counted here',
    other: 'Only the # invoices on this phone are counted here',
  })}`
}

function canceledVatRow(
  { vat, counted }: CanceledVat,
  all: number,
  translate: Translate,
): readonly TableCell[] {
  const name =
    counted < all
      ? msg`VAT in canceled invoices (only the ${counted} of ${all} on this phone)`
      : msg`VAT in canceled invoices`
  return [text(translate(name)), amount(vat)]
}

function totalsTable(
  { total }: SalesReport,
  translate: Translate,
  canceled: CanceledVat | undefined,
): ReportTable {
  const row = (name: MessageDescriptor, cell: TableCell) => [text(translate(name)), cell]
  return {
    title: translate(msg`Totals`),
    columns: ['', translate(REPORT_NAMES.amount)],
    rows: [
      row(REPORT_NAMES.gross, amount(total.gross)),
      row(REPORT_NAMES.net, amount(total.net)),
      row(REPORT_NAMES.vat, amount(total.vat)),
      row(REPORT_NAMES.count, count(total.count)),
      row(REPORT_NAMES.discount, amount(total.discount)),
      row(REPORT_NAMES.refunded, amount(total.refundedGross)),
      row(msg`VAT in refunds`, amount(total.refundedVat)),
      row(msg`Number of refunds`, count(total.refundedCount)),
      row(REPORT_NAMES.canceled, amount(total.canceledGross)),
      ...(canceled ? [canceledVatRow(canceled, total.canceledCount, translate)] : []),
      row(msg`Number of canceled invoices`, count(total.canceledCount)),
    ],
  }
}

function taxTable({ total }: SalesReport, { translate, taxName }: ReportNames): ReportTable {
  return {
    title: translate(msg`Sales by tax type`),
    columns: [REPORT_NAMES.taxType, REPORT_NAMES.excluding, REPORT_NAMES.vat, REPORT_NAMES.including].map(
      translate,
    ),
    rows: salesByLetter(total).map(({ letter, net, tax, gross }) => [
      text(taxName(letter)),
      amount(net),
      amount(tax),
      amount(gross),
    ]),
  }
}

function paymentTable({ total }: SalesReport, translate: Translate): ReportTable {
  return {
    title: translate(msg`Sales by payment method`),
    columns: [translate(REPORT_NAMES.payment), translate(REPORT_NAMES.amount)],
    rows: salesByPayment(total).map(({ type, amount: paid }) => [
      text(translate(FISCAL_PAYMENT_NAMES[type])),
      amount(paid),
    ]),
  }
}

function partsTable({ by, parts }: SalesReport, { translate, monthName }: ReportNames): ReportTable {
  const head = [
    by === 'day' ? REPORT_NAMES.day : REPORT_NAMES.month,
    REPORT_NAMES.invoices,
    REPORT_NAMES.excluding,
    REPORT_NAMES.vat,
    REPORT_NAMES.including,
  ]
  return {
    title: translate(by === 'day' ? msg`Sales by day` : msg`Sales by month`),
    columns: head.map(translate),
    rows: parts.map(({ from, figures }) => [
      by === 'day' ? { kind: 'day', day: from } : text(monthName(from)),
      count(figures.count),
      amount(figures.net),
      amount(figures.vat),
      amount(figures.gross),
    ]),
  }
}

/**
 * The whole report as tables for a file: totals, tax types, payment methods, days or months. `canceled` is read by itself,
 * where a VAT return asks for it.
 */
export function reportTables(report: SalesReport, names: ReportNames, canceled?: CanceledVat): ReportTable[] {
  return [
    totalsTable(report, names.translate, canceled),
    taxTable(report, names),
    paymentTable(report, names.translate),
    partsTable(report, names),
  ]
}

/** The days of a report in figures, for files: `01-11-2026 – 30-11-2026`. */
export function rangeText({ from, to }: SalesReport['range']): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
}
