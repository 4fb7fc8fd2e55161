import { msg } from '@lingui/core/macro'
import type { ReportRow, ReportTotals } from '#contract/invoices-report-endpoints.ts'
import { fiscalTimeOf } from '#domain/calendar/east-africa.ts'
import { amount, count, text } from '#domain/reports/cells.ts'
import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'
import type { TaxLetter } from '#domain/tax/tax-type.ts'
import type { Translate } from '#i18n/format-dates.ts'
import { INVOICE_COLUMN_NAMES } from '#i18n/invoice-column-names.ts'
import { STATUS_NAMES } from '#i18n/status-names.ts'
import { FISCAL_PAYMENT_NAMES } from '#i18n/trade-names.ts'

/** Tax letters by name. Companies that are not registered for VAT sell everything under C. */
export const LETTER_NAMES = {
  A: msg`A: Standard rate`,
  B: msg`B: Reduced rate`,
  C: msg`C: Zero rate or without VAT`,
  D: msg`D: Special relief`,
  E: msg`E: Exempt from VAT`,
} satisfies Record<TaxLetter, unknown>

/** The totals of the report as tables, for the screen and for the file. */
export function totalsTables(totals: ReportTotals, translate: Translate): ReportTable[] {
  const amountHead = translate(msg`Amount (Tsh)`)
  const sums: ReportTable = {
    title: translate(msg`Totals`),
    columns: ['', amountHead],
    rows: [
      [text(translate(msg`Sales including VAT`)), amount(totals.gross)],
      [text(translate(msg`Sales excluding VAT`)), amount(totals.net)],
      [text(translate(msg`VAT`)), amount(totals.vat)],
      [text(translate(msg`Number of invoices`)), count(totals.count)],
      [text(translate(msg`Discounts given`)), amount(totals.discount)],
      [text(translate(msg`Canceled invoices`)), amount(totals.canceledGross)],
      [text(translate(msg`Number of canceled invoices`)), count(totals.canceledCount)],
      [text(translate(msg`Refunds in these days`)), amount(totals.refundedGross)],
      [text(translate(msg`Number of refunds`)), count(totals.refundedCount)],
    ],
  }
  const companies: ReportTable = {
    title: translate(msg`Sales by company`),
    columns: [msg`Company`, msg`VAT`, msg`Including VAT`].map(translate),
    rows: totals.companies.map((company) => [text(company.name), amount(company.vat), amount(company.gross)]),
  }
  const letters: ReportTable = {
    title: translate(msg`Sales by tax type`),
    columns: [msg`Tax type`, msg`Excluding VAT`, msg`VAT`].map(translate),
    rows: totals.perLetter.map(({ letter, net, tax }) => [
      text(translate(LETTER_NAMES[letter])),
      amount(net),
      amount(tax),
    ]),
  }
  const payments: ReportTable = {
    title: translate(msg`Sales by payment method`),
    columns: [translate(msg`Payment method`), amountHead],
    rows: totals.perPayment.map(({ type, amount: paid }) => [
      text(translate(FISCAL_PAYMENT_NAMES[type])),
      amount(paid),
    ]),
  }
  return [sums, ...(totals.companies.length > 1 ? [companies] : []), letters, payments]
}

/** The headings of the rows in a file, in the order of `rowCells`. */
export function rowHeadings(translate: Translate): string[] {
  const { date, time, receiptNumber, customer, identification, reference } = INVOICE_COLUMN_NAMES
  const { status, excludingTax, vat, total, refunded, operator } = INVOICE_COLUMN_NAMES
  return [date, time, msg`Company`, receiptNumber, customer, identification, reference, status]
    .concat([excludingTax, vat, total, refunded, operator])
    .map(translate)
}

/** The places of names among the headings: they need more space. */
export const WIDE_COLUMNS = [2, 4]

/** An invoice of the report as a row of a file. */
export function rowCells(row: ReportRow, translate: Translate): TableCell[] {
  return [
    { kind: 'day', day: row.issuedDay },
    text(fiscalTimeOf(row.issuedAt)),
    text(row.companyName),
    text(row.rctvnum),
    text(row.customerName === '' ? translate(msg`Walk-in customer`) : row.customerName),
    text(row.identificationNumber),
    text(row.reference),
    text(translate(STATUS_NAMES[row.status])),
    amount(row.net),
    amount(row.vat),
    amount(row.gross),
    amount(row.refunded),
    text(row.operatorName),
  ]
}
