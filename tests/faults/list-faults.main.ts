import { FAULTS, NOT_HERE } from './faults.ts'
import { findFaultTests } from './find-fault-tests.ts'

/** `npm run faults -- --list`: every fault with where it is injected, or why it is not. */
const tests = Map.groupBy(findFaultTests(), ({ id }) => id)
for (const { id, what } of FAULTS) {
  const found = (tests.get(id) ?? []).map(({ kind, file }) => `      ${kind.padEnd(7)} ${file}`)
  console.log(`${id.padEnd(5)} ${what}`)
  console.log(found.length > 0 ? found.join('\n') : `      not here: ${NOT_HERE[id] ?? 'nobody said why'}`)
}
