import { describe, expect, it } from 'vitest'
import { zReport } from '#domain/fiscal/z-report.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { headerLinesOf, ratesOf, type ZDevice, zReportElement } from '#server/gateways/tra/z-document.ts'
import { fiscalDay, GOLDEN_RECEIPT, letterTotal } from './golden-receipt.ts'

const DAY = fiscalDay('2026-03-02')
const device: ZDevice = {
  headerLines: ['Duka Mfano', 'Msimbazi Street', '255712000000', 'DAR ES SALAAM,TANZANIA'],
  vrn: '40000001A',
  tin: '999000111',
  taxOffice: 'Tax Office Ilala',
  regId: 'TZ0100999111',
  efdSerial: '10TZ199999',
  registrationDate: fiscalDay('2025-11-30'),
  uin: '09VFDWEBAPI-10131758799900011110TZ199999',
  rates: ratesOf({ A: 18, B: 0, C: 0, D: 0 }),
}

/** The shared golden day: receipt 58, then 59 = 59000.00 A by EMONEY, then 60 = 7500.00 C in cash. */
const goldenDay = zReport(DAY, toCents(100_000_000), [
  GOLDEN_RECEIPT,
  {
    totalIncludingTax: toCents(5_900_000),
    discount: toCents(0),
    payments: [{ type: 'EMONEY', amount: toCents(5_900_000) }],
    vatTotals: [letterTotal('A', 5_000_000, 900_000)],
  },
  {
    totalIncludingTax: toCents(750_000),
    discount: toCents(0),
    payments: [{ type: 'CASH', amount: toCents(750_000) }],
    vatTotals: [letterTotal('C', 750_000, 0)],
  },
])

describe('Z report document (TRA guide, sample document)', () => {
  it('gives the golden day in full', () => {
    expect(zReportElement(goldenDay, device)).toBe(
      '<ZREPORT><DATE>2026-03-02</DATE><TIME>23:59:59</TIME>' +
        '<HEADER><LINE>Duka Mfano</LINE><LINE>Msimbazi Street</LINE><LINE>255712000000</LINE><LINE>DAR ES SALAAM,TANZANIA</LINE></HEADER>' +
        '<VRN>40000001A</VRN><TIN>999000111</TIN><TAXOFFICE>Tax Office Ilala</TAXOFFICE><REGID>TZ0100999111</REGID>' +
        '<ZNUMBER>20260302</ZNUMBER><EFDSERIAL>10TZ199999</EFDSERIAL><REGISTRATIONDATE>2025-11-30</REGISTRATIONDATE>' +
        '<USER>09VFDWEBAPI-10131758799900011110TZ199999</USER><SIMIMSI>WEBAPI</SIMIMSI>' +
        '<TOTALS><DAILYTOTALAMOUNT>89260.00</DAILYTOTALAMOUNT><GROSS>1089260.00</GROSS><CORRECTIONS>0.00</CORRECTIONS>' +
        '<DISCOUNTS>1000.00</DISCOUNTS><SURCHARGES>0.00</SURCHARGES><TICKETSVOID>0</TICKETSVOID>' +
        '<TICKETSVOIDTOTAL>0.00</TICKETSVOIDTOTAL><TICKETSFISCAL>3</TICKETSFISCAL><TICKETSNONFISCAL>0</TICKETSNONFISCAL></TOTALS>' +
        '<VATTOTALS><VATRATE>A-18.00</VATRATE><NETTAMOUNT>62593.22</NETTAMOUNT><TAXAMOUNT>11266.78</TAXAMOUNT>' +
        '<VATRATE>B-0.00</VATRATE><NETTAMOUNT>0.00</NETTAMOUNT><TAXAMOUNT>0.00</TAXAMOUNT>' +
        '<VATRATE>C-0.00</VATRATE><NETTAMOUNT>13900.00</NETTAMOUNT><TAXAMOUNT>0.00</TAXAMOUNT>' +
        '<VATRATE>D-0.00</VATRATE><NETTAMOUNT>0.00</NETTAMOUNT><TAXAMOUNT>0.00</TAXAMOUNT>' +
        '<VATRATE>E-0.00</VATRATE><NETTAMOUNT>1500.00</NETTAMOUNT><TAXAMOUNT>0.00</TAXAMOUNT></VATTOTALS>' +
        '<PAYMENTS><PMTTYPE>CASH</PMTTYPE><PMTAMOUNT>27500.00</PMTAMOUNT><PMTTYPE>CHEQUE</PMTTYPE><PMTAMOUNT>0.00</PMTAMOUNT>' +
        '<PMTTYPE>CCARD</PMTTYPE><PMTAMOUNT>0.00</PMTAMOUNT><PMTTYPE>EMONEY</PMTTYPE><PMTAMOUNT>61760.00</PMTAMOUNT>' +
        '<PMTTYPE>INVOICE</PMTTYPE><PMTAMOUNT>0.00</PMTAMOUNT></PAYMENTS>' +
        '<CHANGES><VATCHANGENUM>0</VATCHANGENUM><HEADCHANGENUM>0</HEADCHANGENUM></CHANGES>' +
        '<ERRORS></ERRORS><FWVERSION>3.0</FWVERSION><FWCHECKSUM>WEBAPI</FWCHECKSUM></ZREPORT>',
    )
  })

  it('says NOT REGISTERED for a seller without VAT registration', () => {
    expect(zReportElement(goldenDay, { ...device, vrn: '' })).toContain('<VRN>NOT REGISTERED</VRN>')
  })

  it('reports a day without sales with zeros', () => {
    const element = zReportElement(zReport(DAY, toCents(500), []), device)
    expect(element).toContain('<DAILYTOTALAMOUNT>0.00</DAILYTOTALAMOUNT><GROSS>5.00</GROSS>')
    expect(element).toContain('<TICKETSFISCAL>0</TICKETSFISCAL>')
  })

  it('has at least four header lines and at most eight', () => {
    const lines = (headerLines: string[]) =>
      zReportElement(goldenDay, { ...device, headerLines }).match(/<LINE>/g)?.length
    expect(lines(['Duka Mfano'])).toBe(4)
    expect(lines(Array.from({ length: 12 }, (_, index) => `line ${index}`))).toBe(8)
  })

  it('labels rates with two decimals, also fractional ones', () => {
    const rates = { A: toBasisPoints(1650), B: toBasisPoints(5) }
    const element = zReportElement(goldenDay, { ...device, rates })
    expect(element).toContain('<VATRATE>A-16.50</VATRATE>')
    expect(element).toContain('<VATRATE>B-0.05</VATRATE>')
  })

  it('takes header lines and rates from a registration', () => {
    expect(ratesOf({ A: 18, B: 10 })).toEqual({ A: 1800, B: 1000 })
    expect(
      headerLinesOf({ name: 'Duka', street: 'Uhuru', mobile: '0712', city: 'DODOMA', country: 'TANZANIA' }),
    ).toEqual(['Duka', 'Uhuru', '0712', 'DODOMA,TANZANIA'])
  })
})
