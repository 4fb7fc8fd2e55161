import { dayText, instantMs } from '#domain/calendar/east-africa.ts'
import type { Company } from '#domain/companies/company.ts'
import { environmentOf } from '#domain/fiscal/environment.ts'
import { normalizePhone, phoneText } from '#domain/identity/phone.ts'
import type { Invoice, InvoiceMail } from '#domain/invoices/invoice.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { drawPdf } from '#receipt-pdf/draw-pdf.ts'
import type { Mail } from '../../gateways/mail/gateway.ts'
import { invoiceMail } from '../../messages/invoice-mail.ts'
import { receiptMessages } from '../../messages/receipt-messages.ts'
import { renderMail } from '../../messages/render-mail.ts'

/** The letter that brings a receipt to a customer, in the language that was chosen. Throws for a draft. */
export function composeInvoiceMail(
  invoice: Invoice,
  company: Company,
  mail: Pick<InvoiceMail, 'id' | 'to' | 'language'>,
): Mail {
  const { receipt } = invoice
  if (receipt === null) throw new Error(`invoice ${invoice.id} has no receipt to mail`)
  const content = invoiceMail[mail.language]({
    seller: company.name,
    sellerPhone: phoneText(normalizePhone(company.phone) ?? company.phone),
    code: receipt.rctvnum,
    day: dayText(receipt.issuedDay),
    total: moneyText(invoice.totals.totalIncludingTax).replaceAll('\u00A0', ' '),
    verifyUrl: receipt.verifyUrl,
    environment: environmentOf(receipt),
  })
  const message = renderMail(content, mail.language)
  const lines = receiptLines({ invoice, company, copy: false }, receiptMessages[mail.language])
  const pdf = drawPdf({
    lines,
    size: 'A4',
    title: message.subject,
    at: instantMs(receipt.issuedAt),
    fileId: mail.id.replaceAll('-', ''),
  })
  return {
    id: mail.id,
    companyId: company.id,
    to: mail.to,
    ...message,
    attachment: { name: `${receipt.rctvnum}.pdf`, content: new Uint8Array(pdf) },
  }
}
