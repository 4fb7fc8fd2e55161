/** A text as searches compare it: lower case, without accents, single spaces. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

const MAX_WORDS = 6

/** The keys by which a name is found from its beginning: the whole name and each later word of it. */
export function nameKeys(name: string): string[] {
  const folded = foldText(name)
  if (folded === '') return []
  const words = folded.split(' ')
  return [folded, ...words.slice(1, MAX_WORDS).map((_, index) => words.slice(index + 1).join(' '))]
}

/** An upper bound of every text that begins with `prefix`. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\uffff`
}
