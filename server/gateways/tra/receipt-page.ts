import { parseFiscalDay } from '#domain/calendar/east-africa.ts'
import {
  type AuthorityItem,
  type AuthorityReceipt,
  MAX_AUTHORITY_ITEMS,
} from '#domain/expenses/authority-receipt.ts'
import { ZERO_CENTS } from '#domain/money/cents.ts'
import { parseQuantity } from '#domain/money/quantity.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'
import { oneLine } from '#domain/text/one-line.ts'
import { withoutTags } from './read-answer.ts'
import { centsOf, decodeEntities } from './verify-page.ts'

/** No receipt is longer; what comes after is not read. */
const MAX_PAGE_LENGTH = 400_000
const AMOUNT = /^[\d,]{1,24}(?:\.\d{1,2})?$/
const CONTROL = /\p{Cc}|\p{Cs}/gu
/** Blocks of a page: text in two of them does not belong together. */
const BLOCK_ENDS = /<\/?(?:p|div|h[1-6]|dt|dd|dl|tr|table|center|section|header|li|ul|br)\b[^>]*>/gi
/** What the simulator says in Swahili beside each value. */
const SWAHILI_NOTE = /<small\b[^>]*>[\s\S]{0,500}?<\/small>/gi

function plainText(html: string, maxLength: number): string {
  return oneLine(decodeEntities(withoutTags(html)).replace(CONTROL, ' ')).slice(0, maxLength)
}

function fieldOf(text: string, label: string, form: string): string {
  return new RegExp(`\\b${label} ?:? ?(${form})(?![A-Z0-9])`, 'i').exec(text)?.[1] ?? ''
}

/** The trader's name is the last thing above the box number. */
function sellerName(html: string): string {
  const above = /^([\s\S]*?)P\.? ?O\.? ?BOX/i.exec(html)?.[1] ?? ''
  const lines = above.replace(BLOCK_ENDS, '\n').split('\n')
  const texts = lines
    .map((line) => plainText(line, 100))
    .filter((line) => line !== '' && !/LEGAL RECEIPT/i.test(line))
  return texts.at(-1) ?? ''
}

function itemOf(row: string): AuthorityItem | undefined {
  const cells = row
    .split(/<\/td>/i)
    .slice(0, -1)
    .map((cell) => plainText(cell.slice(cell.toLowerCase().lastIndexOf('<td')), 255))
  const [description = '', quantity = '', amount = '', type = ''] = cells
  const letter = TAX_LETTERS.find((known) => known === type.toUpperCase())
  const cents = AMOUNT.test(amount) ? centsOf(amount) : undefined
  const parsedQuantity = parseQuantity(quantity)
  if (cells.length !== 4 || !letter || cents === undefined || parsedQuantity === undefined) return undefined
  return { description, quantity: parsedQuantity, amount: cents, letter }
}

function dayOf(text: string): AuthorityReceipt['day'] {
  const [, day, month, year] = /RECEIPT DATE ?:? ?(\d{2})[/-](\d{2})[/-](\d{4})\b/i.exec(text) ?? []
  return parseFiscalDay(`${year}-${month}-${day}`) ?? null
}

/** The parties are above the items and the sums below them, so a line of the receipt is mistaken for neither. */
function partsOf(html: string) {
  const rows = html.split(/<\/tr>/i)
  const items = rows.map((row) => itemOf(row.slice(row.toLowerCase().lastIndexOf('<tr'))))
  const isItem = (item: AuthorityItem | undefined) => item !== undefined
  const [first, last] = [items.findIndex(isItem), items.findLastIndex(isItem)]
  return {
    items: items.filter(isItem),
    above: first === -1 ? html : rows.slice(0, first).join('</tr>'),
    below: first === -1 ? html : rows.slice(last + 1).join('</tr>'),
  }
}

/**
 * Reads what the portal's page of a receipt says beside its code and total, by the labels of the page. What is missing
 * or not in its form is left empty: a person fills it in.
 */
export function readReceiptPage(page: string): Omit<AuthorityReceipt, 'code' | 'total'> {
  const html = page.slice(0, MAX_PAGE_LENGTH).replace(SWAHILI_NOTE, ' ')
  const { items, above, below } = partsOf(html)
  const parties = plainText(above, MAX_PAGE_LENGTH)
  return {
    day: dayOf(parties),
    seller: {
      name: sellerName(above),
      taxNumber: fieldOf(parties, 'TIN', '\\d{3}-?\\d{3}-?\\d{3}').replaceAll('-', ''),
      vatNumber: fieldOf(parties, 'VRN', '\\d[\\dA-Z-]{7,10}').replaceAll('-', '').toUpperCase(),
      phone: fieldOf(parties, 'MOBILE', '\\+?\\d{9,15}'),
      serial: fieldOf(parties, 'SERIAL NO', '[0-9A-Z]{4,20}').toUpperCase(),
    },
    items: items.slice(0, MAX_AUTHORITY_ITEMS),
    tax:
      centsOf(fieldOf(plainText(below, MAX_PAGE_LENGTH), 'TOTAL TAX', '[\\d,]{1,24}(?:\\.\\d{1,2})?')) ??
      ZERO_CENTS,
  }
}
