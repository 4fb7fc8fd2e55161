import { dayText, fiscalDayOf, fiscalTimeOf, type Instant, instantMs } from '../calendar/east-africa.ts'
import type { Company } from '../companies/company.ts'
import { identificationText } from '../identity/identification-text.ts'
import { phoneText } from '../identity/phone.ts'
import { tinText } from '../identity/tin.ts'
import { vrnText } from '../identity/vrn.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { ReceiptLine } from './receipt-line.ts'
import type { ReceiptWords } from './receipt-words.ts'

/** The sale time of the phone is printed too when the receipt was numbered further from it than this. */
const APART_MS = 10 * 60 * 1000

/** Facts that are known; an empty one has no line. */
function facts(pairs: readonly (readonly [name: string, value: string])[]): ReceiptLine[] {
  return pairs.flatMap(([name, value]) => (value === '' ? [] : [{ kind: 'fact', name, value }]))
}

/** Who sells: numbers of the company and of its fiscal device. */
export function sellerFacts(invoice: Invoice, company: Company, words: ReceiptWords): ReceiptLine[] {
  const { receipt } = invoice
  return facts([
    [words.tin, tinText(company.tin)],
    [words.vrn, invoice.vatRegistered ? vrnText(company.vrn) : words.notRegistered],
    [words.serial, receipt?.serial ?? ''],
    [words.uin, receipt?.uin ?? ''],
    [words.taxOffice, receipt?.taxOffice ?? ''],
  ])
}

/** Who buys. A receipt counts for input VAT only with the buyer's TIN (TRA practice since 2022). */
export function customerFacts({ customer }: Invoice, words: ReceiptWords): ReceiptLine[] {
  const named = customer.name !== '' || customer.identificationNumber !== ''
  return facts([
    [words.customerName, named ? customer.name : words.walkIn],
    [words.customerIdType, named ? words.identification[customer.identificationType] : ''],
    [words.customerId, identificationText(customer)],
    [words.customerVrn, vrnText(customer.vatRegistrationNumber)],
    [words.customerMobile, phoneText(customer.phone)],
  ])
}

function isApart(one: Instant, other: Instant): boolean {
  return Math.abs(instantMs(one) - instantMs(other)) > APART_MS
}

/** The fiscal numbers with their moment (TRA guide: the Z number is printed as DC/ZNUM), and who served. */
export function receiptFacts(invoice: Invoice, words: ReceiptWords): ReceiptLine[] {
  const { receipt, saleAt } = invoice
  const tellsSale = receipt === null || isApart(receipt.issuedAt, saleAt)
  return facts([
    [words.receiptNumber, receipt ? String(receipt.gc) : ''],
    [words.zNumber, receipt ? `${receipt.dc}/${receipt.znum}` : ''],
    [words.receiptDate, receipt ? dayText(receipt.issuedDay) : ''],
    [words.receiptTime, receipt?.issuedTime ?? ''],
    [words.saleDate, tellsSale ? dayText(fiscalDayOf(saleAt)) : ''],
    [words.saleTime, tellsSale ? fiscalTimeOf(saleAt) : ''],
    [words.reference, invoice.reference],
    [words.servedBy, invoice.operatorName],
  ])
}
