/** Letters and signs with an ASCII spelling that Unicode normalization does not give. */
const ASCII_SPELLING: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201A': "'",
  '\u201B': "'",
  '\u02BC': "'",
  '\u2032': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u201E': '"',
  '\u00AB': '"',
  '\u00BB': '"',
  '\u2033': '"',
  '\u2010': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2044': '/',
  '\u2022': '-',
  '\u00D7': 'x',
  '\u00F7': '/',
  '\u00B1': '+-',
  '\u00DF': 'ss',
  '\u00C6': 'AE',
  '\u00E6': 'ae',
  '\u0152': 'OE',
  '\u0153': 'oe',
  '\u00D8': 'O',
  '\u00F8': 'o',
  '\u0141': 'L',
  '\u0142': 'l',
  '\u0110': 'D',
  '\u0111': 'd',
  '\u00DE': 'Th',
  '\u00FE': 'th',
  '\u0131': 'i',
  '\u014A': "Ng'",
  '\u014B': "ng'",
  '\u20AC': 'EUR',
  '\u00A3': 'GBP',
  '\u00A9': '(c)',
  '\u00AE': '(r)',
}

/**
 * A name or description in the form that the authority is known to accept (field practice): ASCII only, accents
 * dropped, control characters and line ends replaced by spaces, spaces collapsed, at most `limit` characters.
 * Characters without an ASCII spelling are left out; `fallback` is used when nothing remains. The writer of the XML
 * escapes it.
 */
export function cleanText(text: string, limit = 255, fallback = ''): string {
  const ascii = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, (sign) => ASCII_SPELLING[sign] ?? (/[\p{Cc}\p{Z}]/u.test(sign) ? ' ' : ''))
  const clean = ascii.replace(/ +/g, ' ').trim().slice(0, limit).trimEnd()
  return clean === '' ? fallback : clean
}
