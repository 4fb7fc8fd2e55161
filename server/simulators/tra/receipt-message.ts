import type { ReceiptFacts } from './ledger-entries.ts'
import { centsOf, childOf, flatGroups, group, leaf, repeat, type Shape, textOf } from './match-shape.ts'
import type { XmlElement } from './xml-element.ts'

/** Plain decimal with at most two places; no exponent, no thousands separator, no blank. */
export const AMOUNT = /^-?\d{1,13}(\.\d{1,2})?$/
export const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
export const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
export const COUNTER = /^[1-9]\d{0,14}$/
export const PAYMENT_TYPE = /^(CASH|CHEQUE|CCARD|EMONEY|INVOICE)$/
export const ANY = /^/
export const SOME = /\S/

/** Lengths above which a text is flagged; above double it is refused. The public record has no limits. */
export const CUSTOMARY_LENGTHS = { CUSTNAME: 100, CUSTID: 50, DESC: 255, ID: 50 } as const

/** Elements of a receipt in their order (TRA guide; the order is checked by XSD). */
export const RECEIPT_PARTS: readonly Shape[] = [
  leaf('DATE', DATE),
  leaf('TIME', TIME),
  leaf('TIN', ANY),
  leaf('REGID', SOME, 50),
  leaf('EFDSERIAL', SOME),
  leaf('CUSTIDTYPE', /^\d{1,2}$/),
  leaf('CUSTID', ANY, CUSTOMARY_LENGTHS.CUSTID * 2),
  leaf('CUSTNAME', ANY, CUSTOMARY_LENGTHS.CUSTNAME * 2),
  leaf('MOBILENUM', ANY),
  leaf('RCTNUM', /^\d{1,15}$/),
  leaf('DC', COUNTER),
  leaf('GC', COUNTER),
  leaf('ZNUM', /^\d{8}$/),
  leaf('RCTVNUM', /^[A-Za-z0-9]+$/),
  group('ITEMS', [
    repeat(
      [
        group('ITEM', [
          leaf('ID', ANY, CUSTOMARY_LENGTHS.ID * 2),
          leaf('DESC', ANY, CUSTOMARY_LENGTHS.DESC * 2),
          leaf('QTY', AMOUNT),
          leaf('TAXCODE', /^\d{1,2}$/),
          leaf('AMT', AMOUNT),
        ]),
      ],
      1,
      10_000,
    ),
  ]),
  group('TOTALS', [leaf('TOTALTAXEXCL', AMOUNT), leaf('TOTALTAXINCL', AMOUNT), leaf('DISCOUNT', AMOUNT)]),
  group('PAYMENTS', [repeat([leaf('PMTTYPE', PAYMENT_TYPE), leaf('PMTAMOUNT', AMOUNT)], 1, 50)]),
  group('VATTOTALS', [
    repeat([leaf('VATRATE', SOME, 12), leaf('NETTAMOUNT', AMOUNT), leaf('TAXAMOUNT', AMOUNT)], 1, 50),
  ]),
]

/** The figures of an RCT element whose shape was checked. */
export function readReceipt(element: XmlElement): ReceiptFacts {
  const totals = childOf(element, 'TOTALS')
  return {
    date: textOf(element, 'DATE'),
    time: textOf(element, 'TIME'),
    tin: textOf(element, 'TIN'),
    regId: textOf(element, 'REGID'),
    serial: textOf(element, 'EFDSERIAL'),
    customerIdType: textOf(element, 'CUSTIDTYPE'),
    customerId: textOf(element, 'CUSTID'),
    customerName: textOf(element, 'CUSTNAME'),
    customerMobile: textOf(element, 'MOBILENUM'),
    rctnum: textOf(element, 'RCTNUM'),
    dc: Number(textOf(element, 'DC')),
    gc: Number(textOf(element, 'GC')),
    znum: textOf(element, 'ZNUM'),
    rctvnum: textOf(element, 'RCTVNUM'),
    items: childOf(element, 'ITEMS').children.map((item) => ({
      id: textOf(item, 'ID'),
      description: textOf(item, 'DESC'),
      quantity: textOf(item, 'QTY'),
      taxCode: textOf(item, 'TAXCODE'),
      cents: centsOf(textOf(item, 'AMT')),
    })),
    totalExclCents: centsOf(textOf(totals, 'TOTALTAXEXCL')),
    totalInclCents: centsOf(textOf(totals, 'TOTALTAXINCL')),
    discountCents: centsOf(textOf(totals, 'DISCOUNT')),
    payments: readPayments(element),
    vatTotals: readVatTotals(element),
  }
}

export function readPayments(element: XmlElement): ReceiptFacts['payments'] {
  return flatGroups(childOf(element, 'PAYMENTS'), 2).map(([type = '', amount = '']) => ({
    type,
    cents: centsOf(amount),
  }))
}

export function readVatTotals(element: XmlElement): ReceiptFacts['vatTotals'] {
  return flatGroups(childOf(element, 'VATTOTALS'), 3).map(([rate = '', net = '', tax = '']) => ({
    rate,
    netCents: centsOf(net),
    taxCents: centsOf(tax),
  }))
}
