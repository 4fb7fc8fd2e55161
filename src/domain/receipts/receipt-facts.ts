import { dayText, fiscalDayOf, fiscalTimeOf, type Instant, instantMs } from '../calendar/east-africa.ts'
import type { Company } from '../companies/company.ts'
import { identificationText } from '../identity/identification-text.ts'
import { phoneText } from '../identity/phone.ts'
import { tinText } from '../identity/tin.ts'
import { vrnText } from '../identity/vrn.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { ReceiptLine } from './receipt-line.ts'
import type { ReceiptMessages } from './receipt-messages.ts'

/** The sale time of the phone is printed too when it differs from the time of the receipt by more than this. */
const APART_MS = 10 * 60 * 1000

/** Facts that are known; an empty one has no line. */
function facts(pairs: readonly (readonly [name: string, value: string])[]): ReceiptLine[] {
  return pairs.flatMap(([name, value]) => (value === '' ? [] : [{ kind: 'fact', name, value }]))
}

/** The seller's VRN on an invoice: that of its receipt, since the company may have been deregistered or have another now. */
export function sellerVrn({ receipt }: Pick<Invoice, 'receipt'>, company: Pick<Company, 'vrn'>): string {
  return receipt?.vrn ?? company.vrn
}

/** Numbers of the seller. */
export function companyFacts(
  invoice: Pick<Invoice, 'vatRegistered' | 'receipt'>,
  company: Company,
  messages: ReceiptMessages,
): ReceiptLine[] {
  const vrn = vrnText(sellerVrn(invoice, company))
  return facts([
    [messages.tin, tinText(company.tin)],
    [messages.vrn, invoice.vatRegistered ? vrn : messages.notRegistered],
  ])
}

/** Numbers of the fiscal device; none before there is a receipt. */
export function deviceFacts({ receipt }: Pick<Invoice, 'receipt'>, messages: ReceiptMessages): ReceiptLine[] {
  return facts([
    [messages.serial, receipt?.serial ?? ''],
    [messages.uin, receipt?.uin ?? ''],
    [messages.taxOffice, receipt?.taxOffice ?? ''],
  ])
}

/** The buyer. A receipt counts for input VAT only with the buyer's TIN (TRA practice since 2022). */
export function customerFacts({ customer }: Invoice, messages: ReceiptMessages): ReceiptLine[] {
  const named = customer.name !== '' || customer.identificationNumber !== ''
  return facts([
    [messages.customerName, named ? customer.name : messages.walkIn],
    [messages.customerIdType, named ? messages.identification[customer.identificationType] : ''],
    [messages.customerId, identificationText(customer)],
    [messages.customerVrn, vrnText(customer.vatRegistrationNumber)],
    [messages.customerMobile, phoneText(customer.phone)],
  ])
}

function isApart(one: Instant, other: Instant): boolean {
  return Math.abs(instantMs(one) - instantMs(other)) > APART_MS
}

/** The fiscal numbers with their moment (TRA guide: the Z number is printed as DC/ZNUM), and who served. */
export function receiptFacts(invoice: Invoice, messages: ReceiptMessages): ReceiptLine[] {
  const { receipt, saleAt } = invoice
  const showsSaleTime = receipt === null || isApart(receipt.issuedAt, saleAt)
  return facts([
    [messages.receiptNumber, receipt ? String(receipt.gc) : ''],
    [messages.zNumber, receipt ? `${receipt.dc}/${receipt.znum}` : ''],
    [messages.receiptDate, receipt ? dayText(receipt.issuedDay) : ''],
    [messages.receiptTime, receipt?.issuedTime ?? ''],
    [messages.saleDate, showsSaleTime ? dayText(fiscalDayOf(saleAt)) : ''],
    [messages.saleTime, showsSaleTime ? fiscalTimeOf(saleAt) : ''],
    [messages.reference, invoice.reference],
    [messages.servedBy, invoice.operatorName],
  ])
}
