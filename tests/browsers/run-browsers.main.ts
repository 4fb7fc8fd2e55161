/**
 * Walks the core path in each browser of the list in BROWSERS, one after the other, on one server. `--short` walks what
 * `npm test` has time for, `--times N` everything N times, `--report FILE` writes a report for `npm test`.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createDemoProcess } from '../support/demo-process.ts'
import { engineOf, type FoundEngine } from './engines.ts'
import { isWhole, reportOf, tableOf } from './report.ts'
import { type Walked, walkPath } from './walk.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    times: { type: 'string', default: '1' },
    report: { type: 'string' },
  },
})
const found = JSON.parse(process.env['BROWSERS'] ?? '[]') as readonly FoundEngine[]
const walks: Walked[] = []

for (const engine of found) if ('absent' in engine) console.log(`${engine.name}: left out, ${engine.absent}`)
const present = found.flatMap((engine) => ('absent' in engine ? [] : [engineOf(engine)]))
if (present.length > 0) {
  const demo = await createDemoProcess()
  await demo.start()
  try {
    for (let round = 1; round <= Number(values.times); round += 1) {
      const walked: Walked[] = []
      for (const engine of present) {
        console.log(`${engine.name}${Number(values.times) > 1 ? `, round ${round}` : ''}`)
        walked.push(await walkPath(engine, demo, { short: values.short, say: console.log }))
      }
      console.log(`\n${tableOf(walked)}\n`)
      walks.push(...walked)
    }
  } finally {
    await demo.remove()
  }
}
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(reportOf(walks)))
process.exitCode = walks.every(isWhole) ? 0 : 1
