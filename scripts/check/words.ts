/**
 * Refuses retired words in names: identifiers, properties, private members, JSX elements and attributes, file names.
 * Strings and comments are not read; neither are names that only packages have.
 */
import { parseSync, Visitor } from 'vite'
import { findRetiredWord, RETIRED } from './retired-identifiers.ts'
import { readSourceFiles, report } from './source-files.ts'

/** A quick look at the text, since parsing a file takes longer: no retired word, no need to parse. */
const suspicious = new RegExp(RETIRED.map(([words]) => words.replaceAll(' ', '[^a-z]*')).join('|'), 'i')

const found: string[] = []
let count = 0
for (const { path, text } of readSourceFiles()) {
  count += 1
  const blame = (name: string, where: string): void => {
    const word = findRetiredWord(name)
    if (word) found.push(`${where} ${name}: “${word.retired}” is retired, write ${word.say}`)
  }
  blame(path.replace(/^.*\//, '').replace(/\..*$/, ''), path)
  if (path.endsWith('.css') || !suspicious.test(text)) continue
  const seen = new Set<string>()
  const visit = ({ name, start }: { name: string; start: number }): void => {
    if (seen.has(name)) return
    seen.add(name)
    blame(name, `${path}:${text.slice(0, start).split('\n').length}`)
  }
  new Visitor({ Identifier: visit, PrivateIdentifier: visit, JSXIdentifier: visit }).visit(
    parseSync(path, text).program,
  )
}
report(found, `${count} files without retired words`)
