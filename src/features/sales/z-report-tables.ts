import { msg } from '@lingui/core/macro'
import type { ZReportView } from '#contract/fiscal.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import {
  ENVIRONMENT_MARKS,
  environmentOf,
  notFiscalLines,
  type StatedEnvironment,
  statedEnvironment,
} from '#domain/fiscal/environment.ts'
import { vrnText } from '#domain/identity/vrn.ts'
import { type Cents, toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { count, text } from '#domain/reports/cells.ts'
import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'
import type { Translate } from '#i18n/format-dates.ts'
import { FISCAL_PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { REPORT_NAMES } from './report-tables.ts'
import type { TaxNameIn } from './use-tax-name.ts'

function amount(value: number): TableCell {
  return { kind: 'amount', amount: toCents(value) }
}

/** What the tables of a Z report depend on besides it. */
export type ZReportNames = {
  readonly translate: Translate
  readonly taxNameIn: TaxNameIn
  /** Of the authority that the company sends to now. */
  readonly now: StatedEnvironment
}

/** The authority that a report was sent to: an older server does not say, and it is the one of now. */
function authorityOf({ environment }: ZReportView, now: StatedEnvironment): StatedEnvironment {
  return environment === undefined ? now : statedEnvironment(environment)
}

/** The marks of Z reports on paper and in a file: none where all are of a live device. */
export function zReportMarks(reports: readonly ZReportView[], now: StatedEnvironment): readonly string[] {
  return [...new Set(reports.flatMap((report) => notFiscalLines(authorityOf(report, now))))]
}

/** What the report says of its device; what is not known has no line. */
function deviceTable(
  { serial, regId, taxOffice, vrn }: NonNullable<ZReportView['device']>,
  translate: Translate,
): ReportTable {
  const rows: readonly (readonly [name: string, value: string])[] = [
    [translate(msg`VRN`), vrn === '' ? translate(msg`Not registered for VAT`) : vrnText(vrn)],
    [translate(msg`Tax office`), taxOffice],
    ['REGID', regId],
    [translate(msg`Serial number`), serial],
  ]
  return {
    title: translate(msg`Fiscal device`),
    columns: ['', translate(msg`Details`)],
    rows: rows.filter(([, value]) => value !== '').map((row) => row.map(text)),
  }
}

/**
 * One closed day with the lines of the authority's Z report, in its order (TRA guide, Z report). The heading says when its
 * device is not live: a file has reports of several devices.
 */
export function zReportTables(
  report: ZReportView,
  { translate, taxNameIn, now }: ZReportNames,
): ReportTable[] {
  const zero: Cents = ZERO_CENTS
  const number = report.znumber
  const day = dayText(report.day)
  // By the rates and the registration of its own day: they may have changed since.
  const registered = report.device && report.device.vrn !== ''
  const taxName = taxNameIn({ from: report.day, to: report.day }, registered)
  const mark = ENVIRONMENT_MARKS[environmentOf(authorityOf(report, now))]
  const title = translate(msg`Z report ${number} of ${day}`)
  return [
    {
      title: mark === null ? title : `${title} - ${mark.sw} / ${mark.en}`,
      columns: ['', translate(REPORT_NAMES.amount)],
      rows: [
        [text(translate(msg`Total of the day`)), amount(report.dailyTotal)],
        [text(translate(msg`Total since the first receipt`)), amount(report.gross)],
        [text(translate(msg`Corrections`)), amount(zero)],
        [text(translate(msg`Discounts`)), amount(report.discounts)],
        [text(translate(msg`Surcharges`)), amount(zero)],
        ...(report.ticketsVoid === undefined
          ? []
          : [[text(translate(msg`Voided receipts, never sent to TRA`)), count(report.ticketsVoid)]]),
        [text(translate(msg`Fiscal receipts`)), count(report.ticketsFiscal)],
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
    ...(report.device ? [deviceTable(report.device, translate)] : []),
  ]
}
