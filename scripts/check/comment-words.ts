/**
 * Words that comments do not use: they sound translated, and a plain word says more. Only words without any other
 * sense are here. Code marks and quoted texts are not read, since they name values of the code.
 */

/** Words in small letters, with what to write instead. */
export const REFUSED_IN_COMMENTS: readonly (readonly [refused: string, say: string])[] = [
  ['whoever', 'the person, user, caller or process that is meant'],
  ['somebody', 'the person, user, caller or process that is meant'],
  ['nobody', 'no user, no caller, or what does not happen'],
  ['anew', 'again'],
  ['mend', 'resolve, correct, repair'],
  ['mends', 'resolves, corrects, repairs'],
  ['mended', 'resolved, corrected, repaired'],
]

const NAMES_AND_QUOTES = /`[^`\n]*`|(?<![a-z])'[^'\n]*'(?![a-z])|"[^"\n]*"/g

/** The refused words of a comment, each with what to write instead, in the order of the list. */
export function findRefusedWords(comment: string): { refused: string; say: string }[] {
  const words = new Set(
    comment
      .replaceAll(NAMES_AND_QUOTES, ' ')
      .toLowerCase()
      .match(/[a-z]+/g),
  )
  return REFUSED_IN_COMMENTS.filter(([refused]) => words.has(refused)).map(([refused, say]) => ({
    refused,
    say,
  }))
}
