/**
 * Files stay short enough to read: none over 400 lines, nine of ten within 200, a route file within 40.
 * Generated files and translation catalogues do not count.
 */
import { readSourceFiles, report } from './source-files.ts'

const longest = 400
const longestOfNineInTen = 200
const longestRoute = 40

const lengths = readSourceFiles()
  .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  .sort((a, b) => a.lines - b.lines)

const found: string[] = []
for (const { path, lines } of lengths) {
  const limit = path.startsWith('src/routes/') ? longestRoute : longest
  if (lines > limit) found.push(`${path} has ${lines} lines; the limit is ${limit}`)
}
const ninth = lengths[Math.ceil(lengths.length * 0.9) - 1]?.lines ?? 0
if (ninth > longestOfNineInTen) {
  const over = lengths.filter(({ lines }) => lines > longestOfNineInTen)
  found.push(`A tenth of the files is longer than ${ninth} lines; the limit is ${longestOfNineInTen}:`)
  found.push(...over.map(({ path, lines }) => `  ${path} ${lines}`))
}
report(
  found,
  `${lengths.length} files, nine of ten within ${ninth} lines, longest ${lengths.at(-1)?.lines ?? 0}`,
)
