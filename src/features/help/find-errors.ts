import { foldText } from '#data/fold-text.ts'

export type ErrorText = { readonly code: string; readonly text: string }

/** Errors whose sentence has every typed word; a sentence that several codes share is found once. */
export function findErrors(errors: readonly ErrorText[], typed: string): ErrorText[] {
  const words = foldText(typed)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const seen = new Set<string>()
  return errors.filter(({ text }) => {
    const folded = foldText(text)
    if (seen.has(folded) || !words.every((word) => folded.includes(word))) return false
    seen.add(folded)
    return true
  })
}
