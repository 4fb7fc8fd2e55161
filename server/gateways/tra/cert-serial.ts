/**
 * Value of the `Cert-Serial` header: base64 of the certificate serial as lower-case hex pairs separated by single
 * spaces (the authority's own sample and production field practice). Takes hex in any case, with or without
 * separators or a leading `0x`; an odd number of digits is padded in front. Throws `RangeError` when it is not hex.
 */
export function certSerialHeader(hex: string): string {
  const digits = hex.trim().replace(/^0x/i, '').replace(/[\s:]/g, '').toLowerCase()
  if (!/^[0-9a-f]+$/.test(digits)) throw new RangeError('the certificate serial is not hexadecimal')
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  const pairs = even.match(/../g) ?? []
  return Buffer.from(pairs.join(' '), 'latin1').toString('base64')
}
