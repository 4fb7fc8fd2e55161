const DIGITS = 10

/** Ten random digits that encrypt what is shown from phone to phone. `random` is a cryptographic random source. */
export function newOneTimeCode(random: () => number): string {
  return Array.from({ length: DIGITS }, () => Math.floor(random() * 10)).join('')
}

/** The digits in groups, to be read aloud. */
export function formatOneTimeCode(number: string): string {
  return number.replace(/^(\d{3})(\d{3})(\d+)$/, '$1 $2 $3')
}

/** The typed digits without the spaces between the groups; `undefined` while digits are missing. */
export function parseOneTimeCode(typed: string): string | undefined {
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length === DIGITS ? digits : undefined
}
