import { expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { readFirst, readThenWatch, throttledQuery, watch } from '#data/watch.ts'
import { FakeClock, fakePorts } from '../sync/device.ts'

let databases = 0

async function openDatabase(): Promise<AccountDatabase> {
  databases += 1
  const name = `watched${databases}`
  return await openAccountDatabase(name, fakePorts(new FakeClock(), name))
}

/** A watched value whose pauses end when the test says so. */
async function watched() {
  const db = await openDatabase()
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

it('reads again after a first read that failed, when something is written, until it is stopped', async () => {
  const db = await openDatabase()
  const seen: (number | undefined)[] = []
  let failures = 0
  let isBroken = true
  const stop = watch(
    async () => {
      if (isBroken) {
        failures += 1
        throw new Error('no storage')
      }
      return await findMeta(db, 'pending')
    },
    (value) => seen.push(value),
  )
  await expect.poll(() => failures).toBe(1)
  await upsertMeta(db, 'pending', 1)
  await expect.poll(() => failures).toBe(2)
  isBroken = false
  for (const value of [2, 3]) {
    await upsertMeta(db, 'pending', value)
    await expect.poll(() => seen.at(-1)).toBe(value)
  }
  stop()
  await upsertMeta(db, 'pending', 4)
  expect([seen, failures]).toEqual([[2, 3], 2])
})

/** What a screen asked for with a touch, and what it was given. */
async function touched({ before }: { readonly before?: 'read' | 'read, then written' } = {}) {
  const db = await openDatabase()
  const readings = { begun: 0 }
  const read = async () => {
    readings.begun += 1
    return (await findMeta(db, 'pending')) ?? 0
  }
  const first = before && readFirst(read)
  await first?.result
  if (before === 'read, then written') await upsertMeta(db, 'pending', 9)
  const asked = readThenWatch(read, first)
  const seen: number[] = []
  const subscribe = () =>
    asked.subscribe(
      (value) => seen.push(value),
      (error) => expect.unreachable(String(error)),
    )
  return { db, asked, readings, seen, subscribe }
}

it('begins to read before there is a listener, and reads again only after something is written', async () => {
  const { db, asked, readings, seen, subscribe } = await touched()
  expect([readings.begun, asked.hasValue()]).toEqual([1, false])
  const stop = subscribe()
  await expect.poll(() => seen).toEqual([0])
  expect(readings.begun).toBe(1)
  for (const value of [1, 2]) {
    await upsertMeta(db, 'pending', value)
    await expect.poll(() => seen.at(-1)).toBe(value)
  }
  stop()
  const begun = readings.begun
  await upsertMeta(db, 'pending', 3)
  expect([readings.begun, seen.at(-1)]).toEqual([begun, 2])
})

it('misses no write between the read and its listener', async () => {
  const { db, seen, subscribe } = await touched()
  await upsertMeta(db, 'pending', 1)
  const stop = subscribe()
  await expect.poll(() => seen).toEqual([1])
  stop()
})

it('has what was read before at once, and reads it again when something is written', async () => {
  const { db, asked, readings, seen, subscribe } = await touched({ before: 'read' })
  expect([asked.hasValue(), asked.getValue(), readings.begun]).toEqual([true, 0, 1])
  const stop = subscribe()
  await upsertMeta(db, 'pending', 8)
  await expect.poll(() => seen).toEqual([8])
  stop()
})

it('reads for a screen only what may have changed', async () => {
  const db = await openDatabase()
  const read = async () => (await findMeta(db, 'pending')) ?? 0
  const first = readFirst(read)
  expect(readFirst(read, first)).toBe(first)
  await upsertMeta(db, 'pending', 4)
  expect(await readFirst(read, first).result).toBe(4)
  const failed = readFirst(() => Promise.reject<number>(new Error('no storage')))
  await expect(failed.result).rejects.toThrow('no storage')
  expect(await readFirst(read, failed).result).toBe(4)
})

it('keeps what was read while only another table is written', async () => {
  const db = await openDatabase()
  const readings = { begun: 0 }
  const read = () => {
    readings.begun += 1
    return db.categories.count()
  }
  const first = readFirst(read, undefined, [db.categories.name])
  await first.result
  const seen: number[] = []
  const stop = readThenWatch(read, first).subscribe(
    (value) => seen.push(value),
    (error) => expect.unreachable(String(error)),
  )
  await upsertMeta(db, 'pending', 4)
  expect(readFirst(read, first)).toBe(first)
  expect(readings.begun).toBe(1)
  await db.categories.clear()
  await expect.poll(() => readings.begun).toBe(2)
  expect(readFirst(read, first)).not.toBe(first)
  stop()
})

it('does not show what was read before a write', async () => {
  const { asked, seen, subscribe } = await touched({ before: 'read, then written' })
  expect(asked.hasValue()).toBe(false)
  const stop = subscribe()
  await expect.poll(() => seen.at(-1)).toBe(9)
  // The write may be learnt of after the subscription too.
  expect([...new Set(seen)]).toEqual([9])
  stop()
})

it('reports a read that fails, unless it is stopped', async () => {
  const failures: unknown[] = []
  const failing = () => readThenWatch(() => Promise.reject<number>(new Error('no storage')))
  const fail = (error: unknown) => failures.push(error)
  const never = () => expect.unreachable('a failed read has no value')
  failing().subscribe(never, () => expect.unreachable('it was stopped'))()
  failing().subscribe(never, fail)
  await expect.poll(() => failures).toEqual([new Error('no storage')])
})
