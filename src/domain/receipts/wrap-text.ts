/** The longest prefix of a word that is not wider than `width`, at least one letter. */
function longestFitting(word: string, width: number, measure: (text: string) => number): string {
  let end = word.length
  while (end > 1 && measure(word.slice(0, end)) > width) end -= 1
  return word.slice(0, end)
}

/**
 * Breaks a text between words, and a word that is too long at the width. At least one line. `measure` returns the
 * width of a text in the unit of `width`.
 */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    let rest = word
    while (measure(rest) > width) {
      const part = longestFitting(rest, width, measure)
      if (part === rest) break
      lines.push(part)
      rest = rest.slice(part.length)
    }
    line = rest
  }
  return [...lines, line]
}
