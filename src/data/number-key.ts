/** A number as typed into a search: without spaces and dashes, a local phone number in its international form. */
export function numberKeyOf(text: string): string {
  const bare = text.replace(/[\s().-]/g, '').toLowerCase()
  return /^0[2-9]\d*$/.test(bare) ? `+255${bare.slice(1)}` : bare
}
