import { cleanText } from '../fiscal/clean-text.ts'

/**
 * Characters of Windows-1252 beyond Latin-1, by their code in it: those that the standard fonts of PDF and printers
 * have.
 */
const EXTRA: Readonly<Record<string, number>> = {
  '€': 0x80,
  '‚': 0x82,
  ƒ: 0x83,
  '„': 0x84,
  '…': 0x85,
  '†': 0x86,
  '‡': 0x87,
  ˆ: 0x88,
  '‰': 0x89,
  Š: 0x8a,
  '‹': 0x8b,
  Œ: 0x8c,
  Ž: 0x8e,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  '˜': 0x98,
  '™': 0x99,
  š: 0x9a,
  '›': 0x9b,
  œ: 0x9c,
  ž: 0x9e,
  Ÿ: 0x9f,
}

/** The code of a character in Windows-1252; `undefined` when it has none. */
export function windowsByte(sign: string): number | undefined {
  const code = sign.codePointAt(0) ?? 0
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)) return code
  return EXTRA[sign]
}

/**
 * A text in the characters of standard fonts. A missing one is spelled with others (`ć` as `c`), and one without a
 * spelling becomes `?`: unlike a wrong letter, that is noticed. Non-breaking spaces become plain ones.
 */
export function printableText(text: string): string {
  const signs = Array.from(text.normalize('NFC').replaceAll('\u00A0', ' ').replaceAll('\u00AD', ''))
  return signs
    .map((sign) =>
      windowsByte(sign) === undefined
        ? cleanText(sign, 4, /[\p{M}\p{Cc}\p{Cf}]/u.test(sign) ? '' : '?')
        : sign,
    )
    .join('')
}
