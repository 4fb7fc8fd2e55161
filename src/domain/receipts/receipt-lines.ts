import type { Company } from '../companies/company.ts'
import { environmentOf, notFiscalLines } from '../fiscal/environment.ts'
import { normalizePhone, phoneText } from '../identity/phone.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { itemLines, referenceLines, sumLines } from './receipt-amounts.ts'
import { companyFacts, customerFacts, deviceFacts, receiptFacts } from './receipt-facts.ts'
import type { ReceiptLine } from './receipt-line.ts'
import type { ReceiptMessages } from './receipt-messages.ts'

/** Lines of the authority's own layout: the same in every language (TRA portal page). */
export const LEGAL_START = '*** START OF LEGAL RECEIPT ***'
export const LEGAL_END = '*** END OF LEGAL RECEIPT ***'
/** On every paper but the first, in both official languages of the tax administration. */
export const COPY_MARK = 'COPY - NAKALA'
/** Replaces the authority's logo, which only approved suppliers have. */
export const AUTHORITY_MARK = 'TRA'

/** A receipt to render: the invoice, the seller, and whether an earlier paper of it was handed over. */
export type ReceiptSource = {
  readonly invoice: Invoice
  readonly company: Company
  readonly copy: boolean
}

const RULE: ReceiptLine = { kind: 'rule' }

function isCompact({ choices }: Company): boolean {
  return choices?.receiptLayout === 'compact'
}

function frameOf({ receipt }: Invoice, legal: string, messages: ReceiptMessages): ReceiptLine[] {
  if (receipt === null) return [{ kind: 'frame', text: messages.notFiscal }]
  const marks = notFiscalLines(receipt)
  const texts = marks.length > 0 ? marks : [legal]
  return texts.map((text) => ({ kind: 'frame', text }))
}

function headLines({ invoice, company, copy }: ReceiptSource, messages: ReceiptMessages): ReceiptLine[] {
  const { receipt, status } = invoice
  const contact = phoneText(normalizePhone(company.phone) ?? company.phone)
  return [
    ...(receipt && environmentOf(receipt) === 'live'
      ? [{ kind: 'mark', text: AUTHORITY_MARK } as const]
      : []),
    ...(copy && receipt ? [{ kind: 'notice', text: COPY_MARK } as const] : []),
    ...(status === 'canceled' ? [{ kind: 'notice', text: messages.canceled } as const] : []),
    ...(company.logo && !isCompact(company) ? [{ kind: 'logo', logo: company.logo } as const] : []),
    { kind: 'seller', text: company.name },
    ...[company.choices?.receiptSecondLine ?? '', company.address, contact].flatMap((text) =>
      text === '' ? [] : [{ kind: 'centred', text } as const],
    ),
  ]
}

/**
 * The whole receipt in the order of the authority's layout (TRA guide: verification code and QR on every printout;
 * the rest as its portal shows it). Before numbering it says that it is not fiscal and has neither code nor QR. Screen,
 * paper, PDF, printer roll and web page all draw this one list. The compact layout has no logo, and rules only around the
 * items.
 */
export function receiptLines(source: ReceiptSource, messages: ReceiptMessages): ReceiptLine[] {
  const { invoice, company } = source
  const { receipt } = invoice
  const divider = isCompact(company) ? [] : [RULE]
  const footer = company.choices?.receiptFooter ?? ''
  return [
    ...frameOf(invoice, LEGAL_START, messages),
    ...headLines(source, messages),
    ...divider,
    ...companyFacts(invoice, company, messages),
    ...deviceFacts(invoice, messages),
    ...divider,
    ...customerFacts(invoice, messages),
    ...divider,
    ...receiptFacts(invoice, messages),
    RULE,
    ...itemLines(invoice, messages),
    RULE,
    ...sumLines(invoice, messages),
    ...(company.choices?.paymentReferences ? referenceLines(invoice, messages) : []),
    ...(receipt
      ? [
          ...divider,
          { kind: 'code', name: messages.verificationCode, text: receipt.rctvnum } as const,
          { kind: 'qr', text: receipt.verifyUrl } as const,
        ]
      : []),
    ...(footer === '' ? [] : [...divider, { kind: 'centred', text: footer } as const]),
    ...frameOf(invoice, LEGAL_END, messages),
  ]
}
