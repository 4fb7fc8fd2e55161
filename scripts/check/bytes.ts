/**
 * Weighs dist/ against the byte budgets and fails on any excess. Prints every chunk with its difference to the last
 * accepted sizes; `--accept` writes today's sizes to accepted-bytes.json, after an intended change.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { listBuilt, plainName, weigh } from './built-files.ts'
import { budgets, exceptions } from './byte-budgets.ts'
import { weighBuild } from './weigh-build.ts'

const acceptedFile = new URL('accepted-bytes.json', import.meta.url)
const accepted = existsSync(acceptedFile)
  ? (JSON.parse(readFileSync(acceptedFile, 'utf8')) as Record<string, number>)
  : {}

const over: string[] = []
const kB = (size: number): string => size.toFixed(1).padStart(7)

function checkBudget(what: string, size: number, limit: number): void {
  const result = size <= limit ? 'fine' : `over by ${(size - limit).toFixed(1)}`
  console.log(`${what.padEnd(44)}${kB(size)} of ${String(limit).padStart(4)} kB  ${result}`)
  if (size > limit) over.push(what)
}

const weight = weighBuild()
const chunks = listBuilt('assets/*.{js,css}').map((file) => ({
  file,
  name: plainName(file),
  size: weigh(file),
}))
const sizes: Record<string, number> = {}
for (const { name, size } of chunks) sizes[name] = Math.round(((sizes[name] ?? 0) + size) * 10) / 10

/** Several chunks may have one name; they are compared together, on the line of the first. */
const compared = new Set<string>()
function changeOf(name: string): string {
  if (compared.has(name)) return ''
  compared.add(name)
  const before = accepted[name]
  return before === undefined ? 'new' : ((sizes[name] ?? 0) - before).toFixed(1)
}

const heavyChunks: [string, number, number][] = []
console.log('chunk                                           kB  change  needed for')
for (const { file, name, size } of chunks) {
  const neededFor = weight.signInFiles.has(file) ? 'sign-in' : weight.invoiceFiles.has(file) ? 'invoices' : ''
  console.log(`${name.padEnd(42)}${kB(size)} ${changeOf(name).padStart(7)}  ${neededFor}`)
  if (neededFor || !file.endsWith('.js')) continue
  const limit = exceptions.find((exception) => exception.name === name)?.limit ?? budgets.lazyChunk
  if (size > limit) heavyChunks.push([name, size, limit])
}
console.log('')
checkBudget('HTML of the first response', weight.html, budgets.html)
checkBudget('JavaScript to the landing page', weight.javascriptToLanding, budgets.javascriptToLanding)
checkBudget('JavaScript to sign-in', weight.javascriptToSignIn, budgets.javascriptToSignIn)
checkBudget('JavaScript to the invoices', weight.javascriptToInvoices, budgets.javascriptToInvoices)
checkBudget('CSS of all that works offline', weight.css, budgets.css)
for (const [name, size, limit] of heavyChunks) checkBudget(`lazy chunk ${name}`, size, limit)
checkBudget('precache', weight.precache, budgets.precache)

for (const name of weight.unmatched) over.push(`no chunk is ${name}: correct byte-budgets.ts`)
if (process.argv.includes('--accept')) writeFileSync(acceptedFile, `${JSON.stringify(sizes, null, 2)}\n`)
if (over.length > 0) {
  console.log(`\nOver budget: ${over.join('; ')}`)
  process.exitCode = 1
}
