import { dayText, fiscalDayOf } from '../calendar/east-africa.ts'
import { cleanText } from '../fiscal/clean-text.ts'
import { ENVIRONMENT_MARKS, environmentOf, notFiscalLines } from '../fiscal/environment.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { moneyText } from '../money/money-text.ts'

/** How many characters one SMS of the seven-bit alphabet has (3GPP TS 23.038). */
export const SMS_LENGTH = 160

/** The words around the figures of a message. */
export type ShareMessages = {
  readonly receipt: string
  /** Before the receipt has its number. */
  readonly invoice: string
  readonly total: string
  readonly date: string
  /** Before the authority's address at which a receipt is checked. */
  readonly check: string
  /** Before everything else about one that is not valid any more. */
  readonly canceled: string
}

/** A message about an invoice: the seller and the link of its public page (`null` when it has none). */
export type ShareSource = {
  readonly invoice: Invoice
  readonly sellerName: string
  readonly link: string | null
}

function titleOf({ receipt }: Invoice, messages: ShareMessages): string {
  return receipt ? `${messages.receipt} ${receipt.rctvnum}` : messages.invoice
}

function dayOf({ receipt, saleAt }: Invoice): string {
  return dayText(receipt?.issuedDay ?? fiscalDayOf(saleAt))
}

function totalOf({ totals }: Invoice): string {
  return moneyText(totals.totalIncludingTax).replaceAll('\u00A0', ' ')
}

/**
 * The message of a chat: first that it is canceled or not fiscal, if so, then one fact a line, the link last except for
 * the authority's own.
 */
export function chatText({ invoice, sellerName, link }: ShareSource, messages: ShareMessages): string {
  return [
    ...(invoice.status === 'canceled' ? [messages.canceled] : []),
    ...(invoice.receipt ? notFiscalLines(invoice.receipt) : []),
    sellerName,
    titleOf(invoice, messages),
    `${messages.total}: ${totalOf(invoice)}`,
    `${messages.date}: ${dayOf(invoice)}`,
    ...(link === null ? [] : [link]),
    ...(invoice.receipt ? [`${messages.check}: ${invoice.receipt.verifyUrl}`] : []),
  ].join('\n')
}

/**
 * A text in characters that count once in an SMS: those that count twice, or are not in its alphabet, are spelled
 * with others.
 */
function smsLetters(text: string): string {
  return cleanText(text)
    .replaceAll('`', "'")
    .replace(/[\^{}\\[\]~|]/g, '-')
}

/** The first words of an SMS about a receipt that is canceled, and about one that is not live, in both languages. */
function smsMark({ receipt, status }: Invoice, { canceled }: ShareMessages): string {
  const mark = receipt && ENVIRONMENT_MARKS[environmentOf(receipt)]
  return `${status === 'canceled' ? `${smsLetters(canceled)}: ` : ''}${mark ? `${mark.sw}/${mark.en}: ` : ''}`
}

/**
 * The message of one SMS, at most `SMS_LENGTH` letters: the seller's name is shortened first, then the day is left
 * out, never the link.
 */
export function smsText({ invoice, sellerName, link }: ShareSource, messages: ShareMessages): string {
  const end = link === null ? '' : ` ${link}`
  const mark = smsMark(invoice, messages)
  const required = smsLetters(`${titleOf(invoice, messages)} ${totalOf(invoice)}`)
  const day = ` ${dayOf(invoice)}`
  const withDay =
    mark.length + required.length + day.length + end.length <= SMS_LENGTH ? required + day : required
  const available = SMS_LENGTH - mark.length - withDay.length - end.length - 2
  const name = smsLetters(sellerName).slice(0, Math.max(0, available)).trimEnd()
  return `${mark}${name === '' ? '' : `${name}: `}${withDay}${end}`
}

/**
 * The address that opens a chat with a customer, with the message filled in: WhatsApp requires the number as `255…`.
 */
export function whatsAppLink(phone: string, text: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}

/** The address that opens the phone's own messages. */
export function smsLink(phone: string, text: string): string {
  return `sms:${phone}?body=${encodeURIComponent(text)}`
}
