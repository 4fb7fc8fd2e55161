import { parseFiscalDay, parseInstant } from '#domain/calendar/east-africa.ts'
import type { FiscalItem, FiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import type { TaxLetter } from '#domain/tax/tax-type.ts'

/** The shared golden receipt: fictional device, receipt 58, prices with VAT, 1000.00 off line 1. */
export const GOLDEN_ELEMENT =
  '<RCT><DATE>2026-03-02</DATE><TIME>09:15:07</TIME><TIN>999000111</TIN><REGID>TZ0100999111</REGID><EFDSERIAL>10TZ199999</EFDSERIAL><CUSTIDTYPE>6</CUSTIDTYPE><CUSTID></CUSTID><CUSTNAME>Asha &amp; Sons</CUSTNAME><MOBILENUM>255712000000</MOBILENUM><RCTNUM>58</RCTNUM><DC>1</DC><GC>58</GC><ZNUM>20260302</ZNUM><RCTVNUM>SIM7QX58</RCTVNUM><ITEMS><ITEM><ID>SKU-1</ID><DESC>Cement 50kg</DESC><QTY>3</QTY><TAXCODE>1</TAXCODE><AMT>13500.00</AMT></ITEM><ITEM><ID>SKU-2</ID><DESC>Paint brush</DESC><QTY>1</QTY><TAXCODE>1</TAXCODE><AMT>2360.00</AMT></ITEM><ITEM><ID>SKU-3</ID><DESC>Item zero rated</DESC><QTY>2</QTY><TAXCODE>3</TAXCODE><AMT>6400.00</AMT></ITEM><ITEM><ID>SKU-4</ID><DESC>Item exempt</DESC><QTY>1</QTY><TAXCODE>5</TAXCODE><AMT>1500.00</AMT></ITEM></ITEMS><TOTALS><TOTALTAXEXCL>20493.22</TOTALTAXEXCL><TOTALTAXINCL>22760.00</TOTALTAXINCL><DISCOUNT>1000.00</DISCOUNT></TOTALS><PAYMENTS><PMTTYPE>CASH</PMTTYPE><PMTAMOUNT>20000.00</PMTAMOUNT><PMTTYPE>EMONEY</PMTTYPE><PMTAMOUNT>2760.00</PMTAMOUNT></PAYMENTS><VATTOTALS><VATRATE>A</VATRATE><NETTAMOUNT>12593.22</NETTAMOUNT><TAXAMOUNT>2266.78</TAXAMOUNT><VATRATE>C</VATRATE><NETTAMOUNT>6400.00</NETTAMOUNT><TAXAMOUNT>0.00</TAXAMOUNT><VATRATE>E</VATRATE><NETTAMOUNT>1500.00</NETTAMOUNT><TAXAMOUNT>0.00</TAXAMOUNT></VATTOTALS></RCT>'

export const GOLDEN_RECEIPT: FiscalReceipt = {
  seller: { tin: '999000111', regId: 'TZ0100999111', efdSerial: '10TZ199999' },
  customer: { idType: 6, id: '', name: 'Asha & Sons', mobile: '255712000000' },
  numbers: {
    gc: 58,
    dc: 1,
    znum: '20260302',
    rctvnum: 'SIM7QX58',
    issuedDay: fiscalDay('2026-03-02'),
    issuedTime: '09:15:07',
    issuedAt: instant('2026-03-02T06:15:07.000Z'),
  },
  items: [
    item('SKU-1', 'Cement 50kg', 3, 'A', 13_500),
    item('SKU-2', 'Paint brush', 1, 'A', 2360),
    item('SKU-3', 'Item zero rated', 2, 'C', 6400),
    item('SKU-4', 'Item exempt', 1, 'E', 1500),
  ],
  totalExcludingTax: toCents(2_049_322),
  totalIncludingTax: toCents(2_276_000),
  discount: toCents(100_000),
  payments: [
    { type: 'CASH', amount: toCents(2_000_000) },
    { type: 'EMONEY', amount: toCents(276_000) },
  ],
  vatTotals: [
    letterTotal('A', 1_259_322, 226_678),
    letterTotal('C', 640_000, 0),
    letterTotal('E', 150_000, 0),
  ],
}

export function letterTotal(letter: TaxLetter, net: number, tax: number): FiscalReceipt['vatTotals'][number] {
  return {
    letter,
    rate: toBasisPoints(letter === 'A' ? 1800 : 0),
    gross: toCents(net + tax),
    net: toCents(net),
    tax: toCents(tax),
  }
}

export function fiscalDay(text: string) {
  const day = parseFiscalDay(text)
  if (day === undefined) throw new Error(`no such day: ${text}`)
  return day
}

export function instant(text: string) {
  const at = parseInstant(text)
  if (at === undefined) throw new Error(`no such instant: ${text}`)
  return at
}

function item(
  id: string,
  description: string,
  pieces: number,
  letter: TaxLetter,
  shillings: number,
): FiscalItem {
  return { id, description, quantity: toQuantity(pieces * 1000), letter, amount: toCents(shillings * 100) }
}
