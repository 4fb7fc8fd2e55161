import { FAULTS, IN_SIMULATION, NOT_HERE } from './faults.ts'
import { findFaultTests, findUnchecked } from './find-fault-tests.ts'

/**
 * `npm run faults -- --list`: every fault with where it is injected and whether that ends in the common
 * check, or why it is not injected.
 */
function list(): string[] {
  const tests = Map.groupBy(findFaultTests(), ({ id }) => id)
  return FAULTS.flatMap(({ id, what }) => {
    const found = (tests.get(id) ?? []).map(
      ({ kind, file, finallyChecked: judged }) =>
        `      ${kind.padEnd(7)} ${judged ? 'judged' : '      '} ${file}`,
    )
    if (IN_SIMULATION.includes(id)) found.push('      seeds   judged tests/simulation')
    const locations = found.length > 0 ? found : [`      not here: ${NOT_HERE[id] ?? 'nobody said why'}`]
    return [`${id.padEnd(5)} ${what}`, ...locations]
  })
}

/** `--files ID…`: the files that inject these. */
function filesOf(ids: readonly string[]): string[] {
  return [...new Set(findFaultTests().flatMap(({ id, file }) => (ids.includes(id) ? [file] : [])))]
}

const [flag, ...ids] = process.argv.slice(2)
console.log((flag === '--files' ? filesOf(ids) : list()).join('\n'))
if (flag !== '--files') console.log(`\nEnd in what their own tests look at: ${findUnchecked().join(', ')}`)
