/** The most that every gateway passes on: some cut at 160 although 182 fit (USSD, GSM 03.38 seven-bit alphabet). */
export const MAX_SCREEN = 160

/** Characters of the basic GSM alphabet that are ASCII too; the others cost two places or arrive as a question mark. */
const NOT_GSM = /[^\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]/g

/** A text in the GSM alphabet: accents go, curly quotes become straight, anything else becomes `?`. */
export function toGsm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’`]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(NOT_GSM, '?')
}

/** At most so many characters of the GSM alphabet on one line, cut with a full stop. */
export function shortGsm(text: string, length: number): string {
  const clean = toGsm(text).replace(/\s+/g, ' ').trim()
  return clean.length <= length ? clean : `${clean.slice(0, length - 1).trimEnd()}.`
}
