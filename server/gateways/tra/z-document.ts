import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { cleanText } from '#domain/fiscal/clean-text.ts'
import type { Registration } from '#domain/fiscal/registration.ts'
import type { ZReport } from '#domain/fiscal/z-report.ts'
import { type BasisPoints, toBasisPoints } from '#domain/money/basis-points.ts'
import { ZERO_CENTS } from '#domain/money/cents.ts'
import { plainAmount } from '#domain/money/money-text.ts'
import { TAX_LETTERS, type TaxLetter } from '#domain/tax/tax-type.ts'
import { groupElement, textElement } from './xml.ts'

/** What a Z report says about the device, beside the day's figures. */
export type ZDevice = {
  /** Name, street, mobile, city and country as printed on receipts; 4 to 8 lines. */
  readonly headerLines: readonly string[]
  /** Empty when not registered for VAT. */
  readonly vrn: string
  readonly tin: string
  readonly taxOffice: string
  readonly regId: string
  readonly efdSerial: string
  /** Day of the first registration. */
  readonly registrationDate: FiscalDay
  readonly uin: string
  /** A letter left out has rate 0 (the registration never names E). */
  readonly rates: Readonly<Partial<Record<TaxLetter, BasisPoints>>>
}

/** The authority's term for a taxpayer without VAT registration. */
export const NOT_REGISTERED = 'NOT REGISTERED'

/** The rates of a registration (whole percents) as the Z report takes them. */
export function ratesOf(taxCodes: Registration['taxCodes']): ZDevice['rates'] {
  return Object.fromEntries(
    Object.entries(taxCodes).map(([letter, percent]) => [letter, toBasisPoints(Math.round(percent * 100))]),
  )
}

/** The four header lines of a registration: name, street, mobile, city and country. */
export function headerLinesOf(
  registration: Pick<Registration, 'name' | 'street' | 'mobile' | 'city' | 'country'>,
): string[] {
  const cityAndCountry = [registration.city, registration.country].filter((part) => part !== '').join(',')
  return [registration.name, registration.street, registration.mobile, cityAndCountry]
}

/**
 * The `<ZREPORT>` element of a closed day: the very text that is signed. Closed automatically, so the time is
 * 23:59:59; all five letters and payment types are listed, zeros included (TRA guide, sample document).
 */
export function zReportElement(report: ZReport, device: ZDevice): string {
  const zeroAmount = plainAmount(ZERO_CENTS)
  return groupElement('ZREPORT', [
    textElement('DATE', report.day),
    textElement('TIME', '23:59:59'),
    groupElement('HEADER', headerElements(device.headerLines)),
    textElement('VRN', device.vrn === '' ? NOT_REGISTERED : device.vrn),
    textElement('TIN', device.tin),
    textElement('TAXOFFICE', cleanText(device.taxOffice, 100)),
    textElement('REGID', device.regId),
    textElement('ZNUMBER', report.znumber),
    textElement('EFDSERIAL', device.efdSerial),
    textElement('REGISTRATIONDATE', device.registrationDate),
    textElement('USER', device.uin),
    textElement('SIMIMSI', 'WEBAPI'),
    groupElement('TOTALS', [
      textElement('DAILYTOTALAMOUNT', plainAmount(report.dailyTotal)),
      textElement('GROSS', plainAmount(report.gross)),
      textElement('CORRECTIONS', zeroAmount),
      textElement('DISCOUNTS', plainAmount(report.discounts)),
      textElement('SURCHARGES', zeroAmount),
      // A number is taken only at final issue, so no ticket is ever void.
      textElement('TICKETSVOID', 0),
      textElement('TICKETSVOIDTOTAL', zeroAmount),
      textElement('TICKETSFISCAL', report.ticketsFiscal),
      textElement('TICKETSNONFISCAL', 0),
    ]),
    groupElement(
      'VATTOTALS',
      TAX_LETTERS.flatMap((letter) => {
        const total = report.vatTotals.find((candidate) => candidate.letter === letter)
        return [
          textElement('VATRATE', rateLabel(letter, device.rates[letter])),
          textElement('NETTAMOUNT', plainAmount(total?.net ?? ZERO_CENTS)),
          textElement('TAXAMOUNT', plainAmount(total?.tax ?? ZERO_CENTS)),
        ]
      }),
    ),
    groupElement(
      'PAYMENTS',
      report.payments.flatMap((payment) => [
        textElement('PMTTYPE', payment.type),
        textElement('PMTAMOUNT', plainAmount(payment.amount)),
      ]),
    ),
    groupElement('CHANGES', [textElement('VATCHANGENUM', 0), textElement('HEADCHANGENUM', 0)]),
    textElement('ERRORS', ''),
    textElement('FWVERSION', '3.0'),
    textElement('FWCHECKSUM', 'WEBAPI'),
  ])
}

/** `A-18.00`: letter and rate with two decimals (TRA sample document). */
function rateLabel(letter: TaxLetter, rate: BasisPoints | undefined): string {
  const points = rate ?? 0
  return `${letter}-${Math.floor(points / 100)}.${String(points % 100).padStart(2, '0')}`
}

/** At least four lines, at most eight (TRA guide). */
function headerElements(lines: readonly string[]): string[] {
  const cleaned = lines.slice(0, 8).map((line) => cleanText(line, 100))
  while (cleaned.length < 4) cleaned.push('')
  return cleaned.map((line) => textElement('LINE', line))
}
