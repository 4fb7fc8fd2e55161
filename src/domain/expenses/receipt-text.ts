import { type FiscalDay, parseFiscalDay } from '../calendar/east-africa.ts'
import { type Cents, sumCents, ZERO_CENTS } from '../money/cents.ts'
import { parseMoney } from '../money/money-text.ts'
import { parseQuantity, THOUSANDTHS, toQuantity } from '../money/quantity.ts'
import { TAX_LETTERS } from '../tax/tax-type.ts'
import { type AuthorityItem, MAX_AUTHORITY_ITEMS } from './authority-receipt.ts'
import { type ExpenseVendor, NO_VENDOR } from './expense.ts'
import type { CompletingReceipt } from './incomplete-expense.ts'
import { TRA_RECEIPT_CODE } from './receipt-code.ts'

/** What the text of a fiscal receipt says; '' or `undefined` for what could not be read. Amounts in shillings. */
export type ReceiptText = {
  readonly seller: ExpenseVendor
  /** The number that its device gave the receipt. */
  readonly number: string
  readonly code: string
  readonly day: FiscalDay | undefined
  /** `HH:MM:SS` */
  readonly time: string
  readonly items: readonly AuthorityItem[]
  readonly net: Cents | undefined
  readonly tax: Cents | undefined
  readonly total: Cents | undefined
}

/** Letters that a reader of pictures takes for digits; they are repaired only where a number must be. */
const DIGIT_OF: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  S: '5',
  B: '8',
  Z: '2',
}
const FRAME = /LEGAL\s+RECEIPT|FISCAL\s+RECEIPT|^COPY|NAKALA|^TRA$/i
const LABEL =
  /^(?:P\.?\s*O\.?\s*BOX|MOBILE|TEL|PHONE|SIMU|TIN|VRN|SERIAL|UIN|TAX\s+OFFICE|CUSTOMER|RECEIPT|Z\s*(?:NO|NUMBER)|DATE|TIME|DESCRIPTION|TOTAL|ITEM)/i
/** Net and tax are rounded each. */
const ROUNDED_CENTS = 100
const MONEY = String.raw`\d[\d,. ]*[.,]\d{2}`
const ITEM = new RegExp(
  String.raw`^(.*?)\s*\b(\d{1,6}(?:\.\d{1,3})?)\s*(?:[xX×*@]{1,2}\s*(?:${MONEY}|[\d,]+))?\s+(${MONEY})\s*\(?([A-E])?\)?$`,
)

function toDigits(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[A-Z]/g, (letter) => DIGIT_OF[letter] ?? letter)
}

/** An amount as printed; a comma or a space before the last two digits is a point that was read wrong. */
function amountOf(text: string | undefined): Cents | undefined {
  if (text === undefined) return undefined
  const digits = text.replace(/[^\d]/g, '')
  return digits.length < 3 ? undefined : parseMoney(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

function firstMatch(lines: readonly string[], pattern: RegExp): string {
  for (const line of lines) {
    const found = pattern.exec(line)?.[1]
    if (found !== undefined) return found.trim()
  }
  return ''
}

/** The amount after a label, on its line or alone on the next one: what has a label of its own is another amount. */
function amountAfter(lines: readonly string[], label: RegExp): Cents | undefined {
  const at = lines.findIndex((line) => label.test(line))
  if (at < 0) return undefined
  const rest = (lines[at] ?? '').replace(label, ' ')
  const next = (lines[at + 1] ?? '').replace(/\b(?:TZS|TSHS?|SHS?)\b/i, ' ')
  const pattern = new RegExp(String.raw`(${MONEY})\D*$`)
  return (
    amountOf(pattern.exec(rest)?.[1]) ??
    (/\p{L}{2}/u.test(next) ? undefined : amountOf(pattern.exec(next)?.[1]))
  )
}

/**
 * The total as it is printed, or as net and tax come to. Where the two differ, one was read wrong: it is the one that the
 * items come to, or unknown.
 */
function totalOf(
  printed: Cents | undefined,
  summed: Cents | undefined,
  items: readonly AuthorityItem[],
): Cents | undefined {
  const isRounding = Math.abs((printed ?? 0) - (summed ?? 0)) <= ROUNDED_CENTS
  if (printed === undefined || summed === undefined || isRounding) return printed ?? summed
  const bought = sumCents(items.map(({ amount }) => amount))
  return [printed, summed].find((total) => total === bought)
}

function readDay(text: string, latest: FiscalDay): FiscalDay | undefined {
  for (const [, day, month, year] of text.matchAll(/\b(\d{2})\s?[/.-]\s?(\d{2})\s?[/.-]\s?(\d{4})\b/g)) {
    const found = parseFiscalDay(`${year}-${month}-${day}`)
    if (found && found <= latest) return found
  }
  const written = /\b(\d{4}-\d{2}-\d{2})\b/.exec(text)?.[1]
  const found = written === undefined ? undefined : parseFiscalDay(written)
  return found && found <= latest ? found : undefined
}

function readTime(text: string): string {
  const found = /\b([01]\d|2[0-3])\s?:\s?([0-5]\d)\s?:\s?([0-5]\d)\b/.exec(text)
  return found ? `${found[1]}:${found[2]}:${found[3]}` : ''
}

function readCode(lines: readonly string[]): string {
  const at = lines.findIndex((line) => /VERIFICATION|VERIFY\s+CODE/i.test(line))
  if (at < 0) return ''
  const [label = '', ...after] = lines.slice(at, at + 4)
  for (const line of [label.replace(/^.*CODE\W*/i, ''), ...after]) {
    const code = line.toUpperCase().replace(/[^A-Z0-9]/g, '')
    // The first six are letters and digits; behind them is a counter, where a letter is a digit read wrong.
    const repaired = code.slice(0, 6) + toDigits(code.slice(6))
    if (TRA_RECEIPT_CODE.test(repaired)) return repaired
  }
  return ''
}

function readItems(lines: readonly string[]): AuthorityItem[] {
  const items: AuthorityItem[] = []
  let name = ''
  for (const line of lines) {
    const found = ITEM.exec(line)
    const amount = amountOf(found?.[3])
    if (!found || amount === undefined || amount <= ZERO_CENTS) {
      name = /\p{L}{2}/u.test(line) && !LABEL.test(line) ? line : ''
      continue
    }
    const [, written = '', quantity = '1', , letter] = found
    const description = (/\p{L}{2}/u.test(written) ? written : name).replace(/\s+/g, ' ').trim()
    name = ''
    items.push({
      description: description.slice(0, 255),
      quantity: parseQuantity(quantity) ?? toQuantity(THOUSANDTHS),
      amount,
      letter: TAX_LETTERS.find((known) => known === letter) ?? 'A',
    })
  }
  return items.slice(0, MAX_AUTHORITY_ITEMS)
}

/** A crease or an edge of the paper is read as the same letter again and again. */
function isName(line: string): boolean {
  return /\p{L}{3}/u.test(line) && new Set(line.toUpperCase().match(/\p{L}/gu)).size > 2
}

function readSeller(lines: readonly string[]): ExpenseVendor {
  // The buyer has a number of the same kind, printed below.
  const buyer = lines.findIndex((line) => /^(?:CUSTOMER|BUYER|MTEJA)/i.test(line))
  const head = buyer < 0 ? lines : lines.slice(0, buyer)
  const name = head.find((line) => isName(line) && !FRAME.test(line) && !LABEL.test(line)) ?? ''
  const tin = toDigits(
    firstMatch(head, /\bT[I1L]N\b\s*(?:NO|NUMBER)?[\s.:;#-]*([0-9A-Z][0-9A-Z -]{7,13})/i),
  ).slice(0, 9)
  const vrn = firstMatch(head, /\bVRN\b\s*(?:NO|NUMBER)?[\s.:;#-]*([0-9A-Z][0-9A-Z-]{7,11})/i)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const serial = firstMatch(head, /\bSER[I1L]AL\b\s*(?:NO|NUMBER)?[\s.:;#-]*([0-9A-Z]{8,14})/i).toUpperCase()
  const repaired = /^(.{2})T[Z2](.{6,9})$/.exec(serial)
  const phone = firstMatch(head, /(?:MOBILE|TEL|PHONE|SIMU)\w*\W*(\+?[0-9][0-9 ()-]{7,16}[0-9])/i).replace(
    /\D/g,
    '',
  )
  return {
    ...NO_VENDOR,
    name: name.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.)]+$/gu, '').slice(0, 100),
    taxNumber: /^\d{9}$/.test(tin) ? tin : '',
    vatNumber: /^\d{8}[A-Z]$/.test(`${toDigits(vrn.slice(0, 8))}${vrn.slice(8)}`)
      ? `${toDigits(vrn.slice(0, 8))}${vrn.slice(8)}`
      : '',
    serial: repaired ? `${toDigits(repaired[1] ?? '')}TZ${toDigits(repaired[2] ?? '')}` : '',
    phone,
  }
}

/**
 * Reads the text of a fiscal receipt, as the authority lays it out, from a PDF or a picture. `latest` is the last day
 * that it can be of.
 */
export function readReceiptText(text: string, latest: FiscalDay): ReceiptText {
  const lines = text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/[|_~“”"=]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
  const whole = lines.join('\n')
  const sums = lines.findIndex((line) => /^T[O0]TAL|^SUB\s*TOTAL|^JUMLA/i.test(line))
  const timeAt = lines.reduce((last, line, at) => {
    return (sums < 0 || at < sums) && readTime(line) !== '' ? at : last
  }, -1)
  const body = lines.slice(timeAt + 1, sums < 0 ? lines.length : sums)
  const net = amountAfter(lines, /T[O0]TAL\s+EXCL\w*(?:\s+[O0]F\s+TAX)?\W*/i)
  const tax = amountAfter(lines, /T[O0]TAL\s+TAX\W*/i)
  const printed = amountAfter(lines, /T[O0]TAL\s+INCL\w*(?:\s+[O0]F\s+TAX)?\W*/i)
  const summed = net !== undefined && tax !== undefined ? sumCents([net, tax]) : undefined
  const items = readItems(body)
  return {
    seller: readSeller(lines),
    number: firstMatch(lines, /RECEIPT\s*(?:NO|NUMBER|NUM)\b\W*(\d+)/i),
    code: readCode(lines),
    day: readDay(whole, latest),
    time: readTime(whole),
    items,
    net,
    tax,
    total: totalOf(printed, summed, items),
  }
}

/** What a receipt's text completes an expense with; `undefined` where it has no total, the one thing it is needed for. */
export function completingReceipt(read: ReceiptText): CompletingReceipt | undefined {
  const { seller, code, day, time, items, tax, total } = read
  if (total === undefined || total <= ZERO_CENTS) return undefined
  const verifiable = code !== '' && time !== ''
  return {
    ...{ code: verifiable ? code : '', day: day ?? null, seller, items, total },
    tax: tax ?? ZERO_CENTS,
    ...(time === '' ? {} : { time }),
  }
}

/** How much of a receipt was read, from 0: a page the wrong way up gives next to nothing. */
export function readFieldCount({ seller, items, ...read }: ReceiptText): number {
  const texts = [seller.taxNumber, seller.serial, seller.vatNumber, read.code, read.time, read.number]
  const others = [read.day, read.net, read.tax, read.total]
  return (
    texts.filter((text) => text !== '').length +
    others.filter((value) => value !== undefined).length +
    Math.min(items.length, 3)
  )
}
