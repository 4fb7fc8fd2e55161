import { Dexie } from 'dexie'
import { beforeEach, describe, expect, it } from 'vitest'
import { saveDraft } from '#commands/invoices.ts'
import type { PushRequest } from '#contract/sync.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { browserLocks } from '#session/locks.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { readStatus } from '#sync/status.ts'
import { aSale, Device } from '../device.ts'
import { createProduct, createSubmission, pushes, unwrap } from '../shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

describe('an unknown outcome', () => {
  it.each(['answer-lost', 'answer-cut', 'broken-after-commit', 'wrong-nonce'] as const)(
    'after %s the same bytes go again under the same id, and there is one receipt (A5, A7, B2)',
    async (fault) => {
      const invoice = await createSubmission(device, product)
      device.server.willFail(fault)
      await sendNow(device.account, device.deps)
      expect((await findInvoice(device.account.db, invoice.id))?.shown).toBe('waiting')
      await sendNow(device.account, device.deps)
      const sent = device.server.requests
        .filter(({ path }) => path.endsWith('/sync/push'))
        .slice(1)
        .map(({ body }) => (typeof body === 'object' && body !== null && 'ops' in body ? body.ops : null))
      expect(sent).toHaveLength(2)
      expect(sent[1]).toEqual(sent[0])
      expect((await findInvoice(device.account.db, invoice.id))?.receipt?.gc).toBe(1)
      expect(device.server.executions.filter(({ type }) => type === 'invoice.submit')).toHaveLength(1)
    },
  )

  it.each(['drain:leased', 'drain:answer'] as const)(
    'when the worker dies at %s, the next one sends the same again (C1, C4)',
    async (at) => {
      const invoice = await createSubmission(device, product)
      const [before] = await listUnsent(device.account.db)
      device.hooks = {
        [at]: () => {
          device.account.db.close()
          throw new Error('killed')
        },
      }
      await expect(runSync(device.account, device.deps, 'enqueued')).rejects.toThrow()
      await device.restart()
      const [orphan] = await listUnsent(device.account.db)
      expect(orphan).toMatchObject({ state: 'sending', opId: before?.opId, body: before?.body })
      await runSync(device.account, device.deps, 'start')
      expect((await findInvoice(device.account.db, invoice.id))?.receipt?.gc).toBe(1)
      expect(device.server.executions.filter(({ type }) => type === 'invoice.submit')).toHaveLength(1)
    },
  )

  it('an answer that comes after another took over changes nothing (A10, C10)', async () => {
    const invoice = await createSubmission(device, product)
    let release: (() => void) | undefined
    const serialized = new Promise<void>((resolve) => {
      release = resolve
    })
    device.hooks = { 'drain:answer': () => serialized }
    const slow = runSync(device.account, device.deps, 'enqueued')
    await expect.poll(() => pushes(device)).toBe(2)
    device.hooks = {}
    // The page is frozen with the lock in its hands; its lease runs out, and another steals the lock.
    device.clock.move(46_000)
    const twin = device.another()
    await runSync(device.account, twin, 'timer')
    const row = await findInvoice(device.account.db, invoice.id)
    expect(row?.receipt?.gc).toBe(1)
    release?.()
    await slow
    expect(await findInvoice(device.account.db, invoice.id)).toEqual(row)
    expect(await listUnsent(device.account.db)).toEqual([])
  })

  it('an answer that comes while another has sent the same again is left to the other (A10)', async () => {
    await createSubmission(device, product)
    const releases: (() => void)[] = []
    device.hooks = {
      'drain:answer': () =>
        new Promise<void>((resolve) => {
          releases.push(resolve)
        }),
    }
    const slow = runSync(device.account, device.deps, 'enqueued')
    await expect.poll(() => releases.length).toBe(1)
    device.clock.move(46_000)
    const twin = runSync(device.account, device.another(), 'timer')
    await expect.poll(() => releases.length).toBe(2)
    const [under] = await listUnsent(device.account.db)
    device.hooks = {}
    releases[0]?.()
    await slow
    expect(await listUnsent(device.account.db)).toEqual([under])
    releases[1]?.()
    expect((await twin).pendingCount).toBe(0)
  })

  it('without Web Locks the lease alone keeps a second one from sending the same (E4)', async () => {
    await createSubmission(device, product)
    let release: (() => void) | undefined
    device.hooks = {
      'drain:answer': () =>
        new Promise<void>((resolve) => {
          release = resolve
        }),
    }
    const first = runSync(device.account, { ...device.deps, locks: browserLocks(undefined) }, 'enqueued')
    await expect.poll(() => pushes(device)).toBe(2)
    const other = { ...device.another(), locks: browserLocks(undefined) }
    expect((await runSync(device.account, other, 'person')).drained).toBe('busy')
    expect(pushes(device)).toBe(2)
    release?.()
    expect((await first).pendingCount).toBe(0)
  })

  it('while the lease is valid no other tab takes the lock', async () => {
    await createSubmission(device, product)
    let release: (() => void) | undefined
    device.hooks = {
      'drain:answer': () =>
        new Promise<void>((resolve) => {
          release = resolve
        }),
    }
    const slow = runSync(device.account, device.deps, 'enqueued')
    await expect.poll(() => pushes(device)).toBe(2)
    const twin = await runSync(device.account, device.another(), 'timer')
    expect(twin.drained).toBe('busy')
    expect(twin.dueInMs).toBeGreaterThan(0)
    expect(twin.pulled).toBe('skipped')
    expect(pushes(device)).toBe(2)
    release?.()
    await slow
  })
})

describe('a portal, a crowd, a broken server', () => {
  it('a login page takes nothing out of the queue and is shown as no internet (A11)', async () => {
    await createSubmission(device, product)
    device.server.alwaysFail('portal')
    await sendNow(device.account, device.deps)
    const status = await readStatus(device.account.db)
    expect(status).toMatchObject({ online: 'no-internet', pendingCount: 1, attentionCount: 0 })
    const [entry] = await listUnsent(device.account.db)
    expect(entry).toMatchObject({ state: 'queued', attempts: 0 })
  })

  it('Retry-After is obeyed even when the connection returns, and the pause is spread (B1)', async () => {
    await createSubmission(device, product)
    device.server.willFail('too-busy')
    const outcome = await runSync(device.account, device.deps, 'enqueued')
    expect(outcome.dueInMs).toBe(25_000)
    const before = pushes(device)
    device.clock.move(24_000)
    await runSync(device.account, device.deps, 'online')
    expect(pushes(device)).toBe(before)
    device.clock.move(2_000)
    expect((await runSync(device.account, device.deps, 'timer')).pendingCount).toBe(0)
  })

  it('409 while the first sending is still under way: asks again in a moment under the same id (B8)', async () => {
    await createSubmission(device, product)
    const [before] = await listUnsent(device.account.db)
    device.server.willFail('in-progress')
    const { dueInMs } = await runSync(device.account, device.deps, 'enqueued')
    expect(dueInMs).toBeGreaterThanOrEqual(1_000)
    expect(dueInMs).toBeLessThanOrEqual(2_000)
    expect(await listUnsent(device.account.db)).toMatchObject([
      { opId: before?.opId, state: 'queued', attempts: 0 },
    ])
    device.clock.move(2_000)
    expect((await runSync(device.account, device.deps, 'timer')).pendingCount).toBe(0)
    expect(device.server.invoices.size).toBe(1)
  })

  it('after an outage an online event sends at once, during any back-off', async () => {
    await createSubmission(device, product)
    device.server.alwaysFail('unreachable')
    for (let n = 0; n < 4; n += 1) {
      await sendNow(device.account, device.deps)
    }
    device.server.alwaysFail('none')
    expect((await runSync(device.account, device.deps, 'timer')).pendingCount).toBe(1)
    device.clock.move(5_000)
    expect((await runSync(device.account, device.deps, 'online')).pendingCount).toBe(0)
  })

  it('while a pause is on, asking writes nothing: each sale asks', async () => {
    await createSubmission(device, product)
    device.server.willFail('unreachable')
    await runSync(device.account, device.deps, 'start')
    const before = pushes(device)
    let writes = 0
    const count = () => {
      writes += 1
    }
    Dexie.on('storagemutated', count)
    const outcome = await runSync(device.account, device.deps, 'enqueued')
    Dexie.on.storagemutated.unsubscribe(count)
    expect(outcome).toMatchObject({ drained: 'waiting', pendingCount: 1 })
    expect(outcome.dueInMs).toBeGreaterThan(0)
    expect(pushes(device)).toBe(before)
    expect(writes).toBe(0)
  })

  it('after a minute full of failed attempts an event of the server sends at once, and other events wait', async () => {
    await createSubmission(device, product)
    device.server.alwaysFail('unreachable')
    for (let n = 0; n < 6; n += 1) await sendNow(device.account, device.deps)
    device.server.alwaysFail('none')
    expect((await runSync(device.account, device.deps, 'online')).pendingCount).toBe(1)
    expect((await runSync(device.account, device.deps, 'push')).pendingCount).toBe(0)
  })

  it('one operation that breaks the server is isolated, and the others get through (G5)', async () => {
    const invoices = []
    for (let n = 0; n < 10; n += 1) invoices.push(await createSubmission(device, product))
    const bad = invoices[3]
    device.server.poison.add(`inv:${bad?.id}`)
    for (let n = 0; n < 25; n += 1) {
      device.clock.move(10 * 60_000)
      await runSync(device.account, device.deps, 'timer')
    }
    const left = await listUnsent(device.account.db)
    expect(left.map((entry) => [entry.lane, entry.state])).toEqual([[`inv:${bad?.id}`, 'attention']])
    expect((await findInvoice(device.account.db, bad?.id ?? ''))?.shown).toBe('attention')
  })

  it('413 splits the batch until it fits; one that never fits needs a person (B11)', async () => {
    const large = await createSubmission(device, product, { reference: 'x'.repeat(100) })
    for (let n = 0; n < 7; n += 1) await createSubmission(device, product)
    const one = (await listUnsent(device.account.db)).find((entry) => entry.lane === `inv:${large.id}`)
    device.server.maxBodyBytes = JSON.stringify(one?.body).length + 430
    await runSync(device.account, device.deps, 'enqueued')
    device.server.maxBodyBytes = 100
    await createSubmission(device, product)
    await runSync(device.account, device.deps, 'enqueued')
    const left = await listUnsent(device.account.db)
    expect(left.every((entry) => entry.state === 'attention')).toBe(true)
    expect(left.at(-1)?.last?.code).toBe('REQUEST_TOO_LARGE')
  })

  it('an address that our server does not serve any more waits for an update and loses nothing (B12)', async () => {
    await createSubmission(device, product)
    device.server.retired = true
    await sendNow(device.account, device.deps)
    expect(await readStatus(device.account.db)).toMatchObject({ online: 'upgrade', pendingCount: 1 })
    device.server.retired = false
    // A new version of the app takes over.
    expect((await runSync(device.account, device.deps, 'activate')).pendingCount).toBe(0)
  })

  it('makes one request at a time and no more than twelve a minute while nothing succeeds (I14)', async () => {
    await createSubmission(device, product)
    device.server.alwaysFail('portal')
    const before = device.server.requests.length
    for (let ms = 0; ms < 60_000; ms += 500) {
      await runSync(device.account, device.deps, ms % 1_000 === 0 ? 'online' : 'timer')
      device.clock.move(500)
    }
    expect(device.server.requests.length - before).toBeLessThanOrEqual(12)
  })
})

describe('many at once', () => {
  it('many saves of one draft arrive in their order, for any order of the answers (G8)', async () => {
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    for (let n = 1; n <= 50; n += 1) {
      // Once on its way an operation is never written over: each save is one more behind it.
      device.server.willFail('unreachable')
      await sendNow(device.account, device.deps)
      const content = aSale(product, { price: n * 100 })
      unwrap(await saveDraft(device.account, device.commands, { invoiceId: draft.id, content }))
    }
    const queued = (await listUnsent(device.account.db)).map(({ opId }) => opId)
    expect(queued).toHaveLength(51)
    const arrived: string[] = []
    device.server.alwaysFail('results-reversed')
    for (let n = 0; n < 70 && (await listUnsent(device.account.db)).length > 0; n += 1) {
      const before = device.server.requests.length
      await sendNow(device.account, device.deps)
      for (const { path, body } of device.server.requests.slice(before)) {
        if (path.endsWith('/push')) arrived.push(...(body as PushRequest).ops.map(({ opId }) => opId))
      }
    }
    expect(await listUnsent(device.account.db)).toEqual([])
    expect(arrived).toEqual(queued)
    const [line] = device.server.invoices.get(draft.id)?.lines ?? []
    expect(line?.unitPrice).toBe(5_000)
  })

  it('two tabs and the worker draining at once send everything once (E1)', async () => {
    for (let n = 0; n < 5; n += 1) await createSubmission(device, product)
    await Promise.all([
      runSync(device.account, device.deps, 'enqueued'),
      runSync(device.account, device.another(), 'sync'),
      runSync(device.account, device.another(), 'online'),
    ])
    await runSync(device.account, device.deps, 'timer')
    expect(await listUnsent(device.account.db)).toEqual([])
    expect(pushes(device)).toBe(2)
  })

  it('sends 120 operations in three requests, each before the answer to the last is stored', async () => {
    for (let n = 0; n < 120; n += 1) await createSubmission(device, product)
    const before = pushes(device)
    const sentWhenStored = new Set<number>()
    const { outbox } = device.account.db
    const watch = (changes: object) => {
      if ('state' in changes && changes.state === 'done') sentWhenStored.add(pushes(device) - before)
    }
    outbox.hook('updating', watch)
    await runSync(device.account, device.deps, 'enqueued')
    outbox.hook('updating').unsubscribe(watch)
    // The first two answers; after the last nothing is left to send.
    expect([...sentWhenStored]).toEqual([2, 3])
    expect(pushes(device) - before).toBe(3)
    expect(await findMeta(device.account.db, 'drain-lease')).toBeUndefined()
    expect((await readStatus(device.account.db)).pendingCount).toBe(0)
  })
})
