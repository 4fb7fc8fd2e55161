/** One token of a statement; a pair of parentheses is one token with its content. */
export type Sign =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'param'; readonly index: number }
  | { readonly kind: 'literal' }
  | { readonly kind: 'mark'; readonly text: string }
  | { readonly kind: 'group'; readonly inner: readonly Sign[] }

const TOKEN =
  /\s+|--[^\n]*|"([^"]*)"|('(?:[^']|'')*')|\$(\d+)|([a-z_][\w$]*)|(\d+(?:\.\d+)?)|(::|<>|<=|>=|!=|\|\||->>?|.)/giy

/** Reads SQL into signs. Words are lower case; quoted names stay as they are. */
export function readSigns(sql: string): Sign[] {
  const open: Sign[][] = [[]]
  for (const match of sql.matchAll(TOKEN)) {
    const [token, quoted, text, param, word, figure, mark] = match
    const level = open.at(-1)
    if (level === undefined) throw new Error(`one parenthesis too many: ${sql}`)
    if (quoted !== undefined) level.push({ kind: 'name', text: quoted })
    else if (text !== undefined || figure !== undefined) level.push({ kind: 'literal' })
    else if (param !== undefined) level.push({ kind: 'param', index: Number(param) })
    else if (word !== undefined) level.push({ kind: 'word', text: word.toLowerCase() })
    else if (mark === '(') open.push([])
    else if (mark === ')') {
      open.pop()
      open.at(-1)?.push({ kind: 'group', inner: level })
    } else if (mark !== undefined && token.trim() !== '') level.push({ kind: 'mark', text: mark })
  }
  const [signs, ...unclosed] = open
  if (signs === undefined || unclosed.length > 0) throw new Error(`unbalanced parentheses: ${sql}`)
  return signs
}

export function isWord(sign: Sign | undefined, ...texts: readonly string[]): boolean {
  return sign?.kind === 'word' && texts.includes(sign.text)
}

export function isMark(sign: Sign | undefined, text: string): boolean {
  return sign?.kind === 'mark' && sign.text === text
}

/** The text of a table, column or alias. */
export function nameOf(sign: Sign | undefined): string | undefined {
  return sign?.kind === 'word' || sign?.kind === 'name' ? sign.text : undefined
}

/** Parts between separators of the same level. */
export function splitAt(signs: readonly Sign[], separates: (sign: Sign) => boolean): Sign[][] {
  const parts: Sign[][] = [[]]
  for (const sign of signs) {
    if (separates(sign)) parts.push([])
    else parts.at(-1)?.push(sign)
  }
  return parts
}
