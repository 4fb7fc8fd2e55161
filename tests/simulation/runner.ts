/**
 * One process of `npm run simulate`: runs the seeds it is told to, one after the other, and reports each. It lends the
 * product a machine of its own, so nothing of the product is loaded before that is in place.
 */
import { installMachine } from './world/machine.ts'

installMachine()
const bug = process.argv[2] ?? ''
if (bug !== '') {
  const { plant } = await import('./planted-bugs/plant.ts')
  plant(bug)
}
const { installPhoneStorage } = await import('./world/phone-storage.ts')
installPhoneStorage()
const { Stage } = await import('./world/stage.ts')
const { reportSeed } = await import('./report-seed.ts')
const { prepareStage } = await import('./planted-bugs/planted-bugs.ts')

const stage = await Stage.open()
await prepareStage(bug, stage)
process.on('message', (message: unknown) => {
  if (message === 'stop') {
    void stage.close().then(() => process.exit(0))
    return
  }
  const seed = Number(message)
  void reportSeed(seed, stage, bug).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.send?.({ seed, broke: text })
    },
  )
})
process.on('disconnect', () => process.exit(1))
process.send?.('ready')
