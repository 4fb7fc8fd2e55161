/** A number as typed into a search: without spaces and dashes, a local phone number in its international form. */
export function numberKeyOf(text: string): string {
  const bare = text.replace(/[\s().-]/g, '').toLowerCase()
  return /^0[2-9]\d*$/.test(bare) ? `+255${bare.slice(1)}` : bare
}

/**
 * The beginnings under which a typed number may be kept: as it is, and as a phone number without its 0. Nine digits may
 * be a TIN as well as a phone.
 */
export function numberPrefixes(text: string): string[] {
  const key = numberKeyOf(text)
  return /^[2-9]\d{1,8}$/.test(key) ? [key, `+255${key}`] : [key]
}
