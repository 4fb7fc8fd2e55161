/**
 * One process of `npm run simulate`: runs its seeds one after the other, and reports each. It replaces the
 * product's runtime, so nothing of the product is loaded before that is in place.
 */
import type { Task } from './report.ts'
import { ROUNDS, ROUNDS_WITH_MISTAKE } from './rounds.ts'
import { installVirtualRuntime } from './world/virtual-runtime.ts'

installVirtualRuntime()
const bug = process.argv[2] ?? ''
const explaining = {
  maxRounds: bug === '' ? ROUNDS : ROUNDS_WITH_MISTAKE,
  shrinkingRuns: Number(process.argv[3] ?? 0),
  onDay: () => process.send?.('day over'),
}
if (bug !== '') {
  const { plant } = await import('./planted-bugs/plant.ts')
  plant(bug)
}
const { installPhoneStorage } = await import('./world/phone-storage.ts')
installPhoneStorage()
const { installLiveQueries } = await import('./world/live-queries.ts')
installLiveQueries()
const { SimulationFixture } = await import('./world/simulation-fixture.ts')
const { makePlan } = await import('./plan/make-plan.ts')
const { reportSeed } = await import('./report-seed.ts')
const { prepareFixture } = await import('./planted-bugs/planted-bugs.ts')

// Dexie says so of every connection that a phone loses, which here is most of the day.
console.warn = () => undefined
const fixture = await SimulationFixture.open()
await prepareFixture(bug, fixture)
process.on('message', (message: unknown) => {
  if (message === 'stop') {
    void fixture.close().then(() => process.exit(0))
    return
  }
  const { seed, plan } = message as Task
  void reportSeed(seed, plan ?? makePlan(seed), fixture, explaining).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.send?.({ seed, broke: text })
    },
  )
})
process.on('disconnect', () => process.exit(1))
process.send?.('ready')
