import { expect, it } from 'vitest'
import { openAccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'
import { addTraffic, createTrafficCounter } from '#data/traffic.ts'
import { FakeClock, fakePorts } from '../sync/device.ts'

let databases = 0

async function aDatabase(clock = new FakeClock()) {
  databases += 1
  const name = `traffic${databases}`
  const open = () => openAccountDatabase(name, fakePorts(clock, name))
  return { clock, db: await open(), another: open }
}

it('counts by the day of East Africa, and deletes what is older than a month', async () => {
  const { clock, db } = await aDatabase(new FakeClock(Date.parse('2026-11-21T20:59:00.000Z')))
  await addTraffic(db, { up: 100, down: 1_000 })
  clock.move(2 * 60_000)
  await addTraffic(db, { up: 7, down: 70 })
  await addTraffic(db, { up: 1, down: 2 })
  expect(await findMeta(db, 'traffic')).toEqual({
    '2026-11-21': { up: 100, down: 1_000 },
    '2026-11-22': { up: 8, down: 72 },
  })
  clock.move(31 * 86_400_000)
  await addTraffic(db, { up: 5, down: 5 })
  expect(Object.keys((await findMeta(db, 'traffic')) ?? {})).toEqual(['2026-12-23'])
})

/** Ends waits at once, so that the tests do not wait for the second to pass. */
const soon = () => Promise.resolve()

it('loses nothing when page and worker count at the same time', async () => {
  const { db, another } = await aDatabase()
  const counters = [createTrafficCounter(db, soon), createTrafficCounter(await another(), soon)]
  for (let call = 0; call < 40; call += 1) counters[call % 2]?.({ up: 3, down: 10 })
  await expect
    .poll(async () => Object.values((await findMeta(db, 'traffic')) ?? {}))
    .toEqual([{ up: 120, down: 400 }])
})

it('writes once what is counted within a second, and counts on after it', async () => {
  const { db } = await aDatabase()
  let over: () => void = () => undefined
  const second = () =>
    new Promise<void>((resolve) => {
      over = resolve
    })
  const count = createTrafficCounter(db, second)
  let writes = 0
  const note = () => {
    writes += 1
  }
  db.meta.hook('creating', note)
  db.meta.hook('updating', note)
  for (let call = 0; call < 5; call += 1) count({ up: 3, down: 10 })
  over()
  await expect.poll(() => findMeta(db, 'traffic')).toEqual({ '2026-11-21': { up: 15, down: 50 } })
  expect(writes).toBe(1)
  await expect
    .poll(async () => {
      count({ up: 1, down: 0 })
      over()
      return Object.values((await findMeta(db, 'traffic')) ?? {})[0]?.up
    })
    .toBeGreaterThan(15)
})

it('does no harm when the phone cannot store it', async () => {
  const { db } = await aDatabase()
  const count = createTrafficCounter(db, soon)
  db.close()
  count({ up: 1, down: 1 })
  await new Promise((resolve) => setImmediate(resolve))
})
