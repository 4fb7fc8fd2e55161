import { msg } from '@lingui/core/macro'
import type { Cents } from '#domain/money/cents.ts'
import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'
import type { VatWorksheet } from '#domain/reports/vat-worksheet.ts'
import type { TaxLetter } from '#domain/tax/tax-type.ts'
import type { Translate } from '#i18n/format-dates.ts'

/** The tables of the worksheet of a VAT return. A month with purchases only has no table of sales. */
export function vatTables(
  sheet: VatWorksheet,
  taxName: (letter: TaxLetter) => string,
  translate: Translate,
): ReportTable[] {
  const amount = (value: Cents): TableCell => ({ kind: 'amount', amount: value })
  const row = (name: string, value: Cents): TableCell[] => [{ kind: 'text', text: name }, amount(value)]
  const sales: ReportTable = {
    title: translate(msg`Sales of the month`),
    columns: [msg`Tax type`, msg`Excluding VAT`, msg`VAT`].map(translate),
    rows: sheet.sales.map(({ letter, net, tax }) => [
      { kind: 'text', text: `${letter} ${taxName(letter)}` },
      amount(net),
      amount(tax),
    ]),
  }
  const { counted, all } = sheet.canceled
  const vat: ReportTable = {
    title: translate(msg`VAT of the month`),
    columns: ['', translate(msg`Amount`)],
    rows: [
      row(translate(msg`VAT on sales`), sheet.outputVat),
      row(translate(msg`VAT on expenses with a confirmed receipt`), sheet.inputVat),
      row(translate(msg`VAT to pay`), sheet.payable),
      row(translate(msg`Not included: VAT on other expenses`), sheet.unprovenVat),
      row(translate(msg`Not included: VAT in refunds`), sheet.refundedVat),
      row(
        translate(
          counted < all
            ? msg`Not included: VAT in canceled invoices (only the ${counted} of ${all} on this phone)`
            : msg`Not included: VAT in canceled invoices`,
        ),
        sheet.canceledVat,
      ),
    ],
  }
  return sales.rows.length === 0 ? [vat] : [sales, vat]
}
