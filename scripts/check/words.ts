/**
 * Refuses retired words in names: identifiers, properties, private members, JSX elements and attributes, file names.
 * Strings are not read; neither are names that only packages have. Comments are checked for a few words of their own.
 */
import { parseSync, Visitor } from 'vite'
import { findRefusedWords, REFUSED_IN_COMMENTS } from './comment-words.ts'
import { findRetiredWord, RETIRED } from './retired-identifiers.ts'
import { readSourceFiles, report } from './source-files.ts'

/** Quick tests on the text, since parsing a file takes longer: a file without these words needs no parsing. */
const mayHaveRetired = new RegExp(RETIRED.map(([words]) => words.replaceAll(' ', '[^a-z]*')).join('|'), 'i')
const mayHaveRefused = new RegExp(REFUSED_IN_COMMENTS.map(([word]) => word).join('|'), 'i')

const found: string[] = []
let count = 0
for (const { path, text } of readSourceFiles()) {
  count += 1
  const lineAt = (index: number): string => `${path}:${text.slice(0, index).split('\n').length}`
  const blame = (name: string, where: string): void => {
    const word = findRetiredWord(name)
    if (word) found.push(`${where} ${name}: “${word.retired}” is retired, write ${word.say}`)
  }
  const blameComment = (comment: string, start: number): void => {
    for (const { refused, say } of findRefusedWords(comment)) {
      found.push(`${lineAt(start)} comment: not “${refused}”, write ${say}`)
    }
  }
  blame(path.replace(/^.*\//, '').replace(/\..*$/, ''), path)
  const checksComments = mayHaveRefused.test(text)
  if (path.endsWith('.css')) {
    if (checksComments)
      for (const match of text.matchAll(/\/\*.*?\*\//gs)) blameComment(match[0], match.index)
    continue
  }
  if (!checksComments && !mayHaveRetired.test(text)) continue
  const { program, comments } = parseSync(path, text)
  if (checksComments) for (const { value, start } of comments) blameComment(value, start)
  const seen = new Set<string>()
  const visit = ({ name, start }: { name: string; start: number }): void => {
    if (seen.has(name)) return
    seen.add(name)
    blame(name, lineAt(start))
  }
  new Visitor({ Identifier: visit, PrivateIdentifier: visit, JSXIdentifier: visit }).visit(program)
}
report(found, `${count} files without retired words`)
