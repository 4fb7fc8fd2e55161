import { FAULTS, NOT_HERE } from './faults.ts'
import { findFaultTests } from './find-fault-tests.ts'

/** `npm run faults -- --list`: every fault with where it is injected, or why it is not. */
function list(): string[] {
  const tests = Map.groupBy(findFaultTests(), ({ id }) => id)
  return FAULTS.flatMap(({ id, what }) => {
    const found = (tests.get(id) ?? []).map(({ kind, file }) => `      ${kind.padEnd(7)} ${file}`)
    const places = found.length > 0 ? found : [`      not here: ${NOT_HERE[id] ?? 'nobody said why'}`]
    return [`${id.padEnd(5)} ${what}`, ...places]
  })
}

/** `--files ID…`: the files that inject these. */
function filesOf(ids: readonly string[]): string[] {
  return [...new Set(findFaultTests().flatMap(({ id, file }) => (ids.includes(id) ? [file] : [])))]
}

const [wish, ...ids] = process.argv.slice(2)
console.log((wish === '--files' ? filesOf(ids) : list()).join('\n'))
