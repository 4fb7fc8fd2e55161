/**
 * A Tanzanian phone number as E.164 (`+255700000101`); `undefined` when it is none. Accepts nine digits (spec §5)
 * and what people type instead: with a leading 0, with 255, +255 or 00255, with spaces, dots, dashes or brackets.
 * Ranges of operators are not tested: numbers are portable.
 */
export function normalizePhone(text: string): string | undefined {
  const bare = text.replace(/[\s().\u2010-\u2015-]/g, '')
  const national = /^(?:\+255|00255|255|0)?([2-9]\d{8})$/.exec(bare)?.[1]
  return national === undefined ? undefined : `+255${national}`
}

/** The form people read, `+255 700 000 101`. Takes E.164; anything else comes back as it is. */
export function phoneText(phone: string): string {
  const parts = /^\+255(\d{3})(\d{3})(\d{3})$/.exec(phone)
  return parts ? `+255 ${parts.slice(1).join(' ')}` : phone
}

/** The nine digits of the forms (spec §5) out of E.164; empty for anything else. */
export function nineDigits(phone: string): string {
  return /^\+255\d{9}$/.test(phone) ? phone.slice(4) : ''
}
