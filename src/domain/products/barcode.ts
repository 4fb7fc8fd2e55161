/** Kinds of codes on goods that a scanner reads. */
export type BarcodeKind = 'ean-13' | 'ean-8' | 'upc-a' | 'code-128'

export type Barcode = {
  readonly kind: BarcodeKind
  /** What a product is found by: a UPC-A code in the thirteen digits that scanners of other countries read. */
  readonly code: string
}

/** The longest code that is kept: a longer Code 128 label cannot be read by a hand scanner. */
export const MAX_BARCODE = 48

const KINDS_BY_LENGTH = new Map<number, BarcodeKind>([
  [8, 'ean-8'],
  [12, 'upc-a'],
  [13, 'ean-13'],
])

/**
 * Whether the last digit of an EAN-8, UPC-A or EAN-13 code fits the others: from the right, digits count three times
 * and once in turn, and the sum with the check digit is a multiple of ten (GS1 General Specifications §7.9).
 */
export function hasCorrectCheckDigit(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

/**
 * The twelve digits of UPC-A that the eight of a UPC-E code are short for: the last digit before the check digit says where
 * zeros were left out. `undefined` when they are not those of a UPC-E code (GS1 General Specifications §5.2.2.4).
 */
export function expandUpcE(digits: string): string | undefined {
  const parts = /^([01])(\d\d)(\d)(\d)(\d)(\d)(\d)$/.exec(digits)
  if (parts === null) return undefined
  const [, system = '', maker = '', third = '', fourth = '', fifth = '', rule = '', check = ''] = parts
  const middle =
    rule <= '2'
      ? `${maker}${rule}0000${third}${fourth}${fifth}`
      : rule === '3'
        ? `${maker}${third}00000${fourth}${fifth}`
        : rule === '4'
          ? `${maker}${third}${fourth}00000${fifth}`
          : `${maker}${third}${fourth}${fifth}0000${rule}`
  const expanded = `${system}${middle}${check}`
  return hasCorrectCheckDigit(expanded) ? expanded : undefined
}

/**
 * Reads the text of a code. Eight, twelve and thirteen digits with a correct check digit are EAN-8, UPC-A and EAN-13;
 * every other text of visible ASCII signs is a Code 128 label of the shop. `undefined` when no scanner reads it.
 */
export function readBarcode(text: string): Barcode | undefined {
  const code = text.replace(/\s/g, '')
  if (code === '' || code.length > MAX_BARCODE || !/^[!-~]+$/.test(code)) return undefined
  const kind = KINDS_BY_LENGTH.get(code.length)
  if (kind === undefined || !hasCorrectCheckDigit(code)) return { kind: 'code-128', code }
  return kind === 'upc-a' ? { kind, code: `0${code}` } : { kind, code }
}

/** Whether a text typed in one go looks like a code and not like a name: digits enough for a shop's own labels. */
export function looksScanned(text: string): boolean {
  return /^\d{6,}$/.test(text.trim())
}
