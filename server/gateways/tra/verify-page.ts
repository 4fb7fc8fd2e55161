import { type Cents, toCents } from '#domain/money/cents.ts'
import { withoutTags } from './read-answer.ts'

export type VerifyPage =
  | { kind: 'receipt'; code: string; totalIncludingTax: Cents }
  /** The portal asks for a code or time again: it does not know this receipt. */
  | { kind: 'form' }
  | { kind: 'unreadable' }

/**
 * Reads a page of the public portal by its labels. The labels are below the items, so the last one counts: an
 * item description cannot be taken for the total.
 */
export function readVerifyPage(html: string): VerifyPage {
  const text = decodeEntities(withoutTags(html)).replace(/\s+/g, ' ')
  const code = lastMatch(text, /RECEIPT VERIFICATION CODE ?:? ?([A-Z0-9]{4,64})\b/gi)
  const total = lastMatch(text, /TOTAL INCL OF TAX ?:? ?(?:TZS|TSH)? ?([\d,]{1,24}(?:\.\d{1,2})?)(?![\d.])/gi)
  const cents = total === undefined ? undefined : centsOf(total)
  if (code !== undefined && cents !== undefined) {
    return { kind: 'receipt', code: code.toUpperCase(), totalIncludingTax: cents }
  }
  const isForm = /<form\b/i.test(html) && /verif|hour|minute|second/i.test(html)
  return isForm && total === undefined ? { kind: 'form' } : { kind: 'unreadable' }
}

function lastMatch(text: string, pattern: RegExp): string | undefined {
  return [...text.matchAll(pattern)].at(-1)?.[1]
}

/** An amount as the portal writes it, `22,760.00`, in cents. */
export function centsOf(text: string): Cents | undefined {
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.')
  const value = Number(`${whole}${decimals.padEnd(2, '0')}`)
  return whole !== '' && Number.isSafeInteger(value) ? toCents(value) : undefined
}

/** Text without the references that the portal's pages use. */
export function decodeEntities(text: string): string {
  return text
    .replace(/&nbsp;|&#160;|&#xa0;/gi, ' ')
    .replace(/&#58;|&colon;/gi, ':')
    .replace(/&quot;|&#34;/gi, '"')
    .replace(/&#39;|&#x27;|&apos;/gi, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
