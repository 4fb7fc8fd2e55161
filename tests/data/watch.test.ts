import { expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { throttledQuery, watch } from '#data/watch.ts'
import { FakeClock, fakePorts } from '../sync/device.ts'

let databases = 0

/** A watched value whose pauses end when the test says so. */
async function watched() {
  databases += 1
  const name = `watched${databases}`
  const db = await openAccountDatabase(name, fakePorts(new FakeClock(), name))
  const pauses: (() => void)[] = []
  const wait = () => new Promise<void>((resolve) => pauses.push(resolve))
  const readings = { begun: 0, over: Promise.resolve() }
  const seen: (number | undefined)[] = []
  const read = async () => {
    readings.begun += 1
    const value = await findMeta(db, 'pending')
    await Promise.resolve(readings.over)
    return value
  }
  const stop = watch(throttledQuery(read, { wait }), (value) => seen.push(value))
  await expect.poll(() => seen).toEqual([undefined])
  return { db, seen, readings, pauses, stop }
}

async function writeAll(db: AccountDatabase, values: readonly number[]): Promise<void> {
  for (const value of values) await upsertMeta(db, 'pending', value)
}

it('reads at once, then once for all that changed during the pause', async () => {
  const { db, seen, readings, pauses, stop } = await watched()
  await writeAll(db, [1, 2, 3])
  await expect.poll(() => pauses).toHaveLength(1)
  expect(readings.begun).toBe(1)
  pauses.shift()?.()
  await expect.poll(() => seen).toEqual([undefined, 3])
  expect(readings.begun).toBe(2)
  stop()
})

it('continues after a pause, and reads nothing after it is stopped', async () => {
  const { db, seen, readings, pauses, stop } = await watched()
  for (const value of [1, 2]) {
    await writeAll(db, [value])
    await expect.poll(() => pauses).toHaveLength(1)
    pauses.shift()?.()
    await expect.poll(() => seen.at(-1)).toBe(value)
  }
  stop()
  await writeAll(db, [3])
  expect(pauses).toEqual([])
  expect(readings.begun).toBe(3)
})

it('reads again what changed during a read', async () => {
  const { db, seen, readings, pauses, stop } = await watched()
  let end: () => void = () => undefined
  readings.over = new Promise((resolve) => {
    end = resolve
  })
  await writeAll(db, [1])
  await expect.poll(() => pauses).toHaveLength(1)
  pauses.shift()?.()
  await expect.poll(() => readings.begun).toBe(2)
  await writeAll(db, [9])
  end()
  await expect.poll(() => pauses).toHaveLength(1)
  pauses.shift()?.()
  await expect.poll(() => seen.at(-1)).toBe(9)
  expect(readings.begun).toBe(3)
  stop()
})
