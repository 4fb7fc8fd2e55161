import { type FiscalDay, parseFiscalDay } from './east-africa.ts'

/**
 * The day that a person wrote, DD-MM-YYYY (spec §5) with any sign between the parts or none, or as a machine writes it;
 * `undefined` for what is no day.
 */
export function parseDayText(text: string): FiscalDay | undefined {
  const typed = text.trim()
  const [, day, month, year] =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed) ?? []
  if (day === undefined || month === undefined || year === undefined) return parseFiscalDay(typed)
  return parseFiscalDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/** What a person is typing, with the signs between the parts: a keypad of digits has none. */
export function separateDayText(text: string): string {
  if (!/^\d{3,8}$/.test(text) && !/^\d{2}-\d{3,6}$/.test(text)) return text
  const digits = text.replace('-', '')
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('-')
}
