import { dayText } from '#domain/calendar/east-africa.ts'
import type { Company } from '#domain/companies/company.ts'
import { normalizePhone, phoneText } from '#domain/identity/phone.ts'
import type { Invoice, InvoiceMail } from '#domain/invoices/invoice.ts'
import { moneyText } from '#domain/money/money-text.ts'
import type { Mail } from '../../gateways/mail/gateway.ts'
import { invoiceMail } from '../../messages/invoice-mail.ts'

/** The letter that brings a receipt to a customer, in the language that was chosen. Throws for a draft. */
export async function composeInvoiceMail(
  invoice: Invoice,
  company: Company,
  mail: Pick<InvoiceMail, 'id' | 'to' | 'language'>,
): Promise<Mail> {
  const { receipt } = invoice
  if (receipt === null) throw new Error(`invoice ${invoice.id} has no receipt to mail`)
  const words = invoiceMail[mail.language]({
    seller: company.name,
    sellerPhone: phoneText(normalizePhone(company.phone) ?? company.phone),
    code: receipt.rctvnum,
    day: dayText(receipt.issuedDay),
    total: moneyText(invoice.totals.totalIncludingTax).replaceAll('\u00A0', ' '),
    verifyUrl: receipt.verifyUrl,
    simulated: receipt.simulated,
  })
  return { id: mail.id, companyId: company.id, to: mail.to, ...words }
}
