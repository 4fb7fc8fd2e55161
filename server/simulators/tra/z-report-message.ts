import type { ZReportFacts } from './ledger-entries.ts'
import { centsOf, childOf, group, leaf, repeat, type Shape, textOf } from './match-shape.ts'
import {
  AMOUNT,
  ANY,
  DATE,
  PAYMENT_TYPE,
  readPayments,
  readVatTotals,
  SOME,
  TIME,
} from './receipt-message.ts'
import type { XmlElement } from './xml-element.ts'

const COUNT = /^\d{1,15}$/

/** Elements of a Z report in their order, under the names of the authority's sample XML. */
export const Z_REPORT_PARTS: readonly Shape[] = [
  leaf('DATE', DATE),
  leaf('TIME', TIME),
  group('HEADER', [repeat([leaf('LINE', ANY, 200)], 4, 8)]),
  leaf('VRN', SOME),
  leaf('TIN', ANY),
  leaf('TAXOFFICE', SOME, 100),
  leaf('REGID', SOME, 50),
  leaf('ZNUMBER', COUNT),
  leaf('EFDSERIAL', SOME),
  leaf('REGISTRATIONDATE', DATE),
  leaf('USER', SOME, 100),
  leaf('SIMIMSI', SOME),
  group('TOTALS', [
    leaf('DAILYTOTALAMOUNT', AMOUNT),
    leaf('GROSS', AMOUNT),
    leaf('CORRECTIONS', AMOUNT),
    leaf('DISCOUNTS', AMOUNT),
    leaf('SURCHARGES', AMOUNT),
    leaf('TICKETSVOID', COUNT),
    leaf('TICKETSVOIDTOTAL', AMOUNT),
    leaf('TICKETSFISCAL', COUNT),
    leaf('TICKETSNONFISCAL', COUNT),
  ]),
  group('VATTOTALS', [
    repeat([leaf('VATRATE', SOME, 12), leaf('NETTAMOUNT', AMOUNT), leaf('TAXAMOUNT', AMOUNT)], 1, 50),
  ]),
  group('PAYMENTS', [repeat([leaf('PMTTYPE', PAYMENT_TYPE), leaf('PMTAMOUNT', AMOUNT)], 1, 50)]),
  group('CHANGES', [leaf('VATCHANGENUM', COUNT), leaf('HEADCHANGENUM', COUNT)]),
  leaf('ERRORS', ANY, 500),
  leaf('FWVERSION', SOME),
  leaf('FWCHECKSUM', SOME),
]

/** The figures of a ZREPORT element whose shape was checked. */
export function readZReport(element: XmlElement): ZReportFacts {
  const totals = childOf(element, 'TOTALS')
  const cents = (name: string) => centsOf(textOf(totals, name))
  const count = (name: string) => Number(textOf(totals, name))
  return {
    date: textOf(element, 'DATE'),
    time: textOf(element, 'TIME'),
    headerLines: childOf(element, 'HEADER').children.map((line) => line.text),
    vrn: textOf(element, 'VRN'),
    tin: textOf(element, 'TIN'),
    taxOffice: textOf(element, 'TAXOFFICE'),
    regId: textOf(element, 'REGID'),
    znumber: textOf(element, 'ZNUMBER'),
    serial: textOf(element, 'EFDSERIAL'),
    registrationDate: textOf(element, 'REGISTRATIONDATE'),
    user: textOf(element, 'USER'),
    fixedTexts: ['SIMIMSI', 'FWVERSION', 'FWCHECKSUM'].map((name) => textOf(element, name)),
    dailyTotalCents: cents('DAILYTOTALAMOUNT'),
    grossCents: cents('GROSS'),
    correctionCents: cents('CORRECTIONS'),
    discountCents: cents('DISCOUNTS'),
    surchargeCents: cents('SURCHARGES'),
    ticketsVoid: count('TICKETSVOID'),
    ticketsVoidCents: cents('TICKETSVOIDTOTAL'),
    ticketsFiscal: count('TICKETSFISCAL'),
    ticketsNonFiscal: count('TICKETSNONFISCAL'),
    vatTotals: readVatTotals(element),
    payments: readPayments(element),
  }
}
