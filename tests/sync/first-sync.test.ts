import { beforeEach, describe, expect, it } from 'vitest'
import { haveDayTotals } from '#data/aggregates.ts'
import { countInvoices } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { toCents } from '#domain/money/cents.ts'
import { runSync } from '#sync/run-sync.ts'
import { readStatus } from '#sync/status.ts'
import { createSyncScheduler } from '#sync/sync-scheduler.ts'
import { Device, idOf } from './device.ts'
import { createProduct, createSubmission } from './shop.ts'

const ROWS = 2_600

let device: Device
beforeEach(async () => {
  device = await Device.make()
  const { server } = device
  for (let row = 0; row < ROWS; row += 1) {
    const id = idOf(`product ${row}`)
    server.products.set(id, {
      id,
      companyId: device.companyId,
      rev: 1,
      ...{ name: `Bidhaa ${row}`, unit: 'kg', unitPrice: toCents(100), taxType: 'exempted', active: true },
    })
    server.record('product', id)
  }
})

function cursors(): (string | null)[] {
  const { requests } = device.server
  return requests.flatMap(({ path, query }) => (path.endsWith('/sync/pull') ? [query.get('cursor')] : []))
}

describe('the first sync of a large company', () => {
  it('continues at its cursor after every cut and every killed phone, and fetches no page twice', async () => {
    const percents: (number | null)[] = []
    for (let cut = 0; cut < 20; cut += 1) {
      const { hooks, server } = device
      let pages = 0
      hooks['pull:page'] = () => {
        pages += 1
        // The connection is gone after each second page.
        if (pages === 1) server.willFail('unreachable')
      }
      await runSync(device.account, device.deps, 'person')
      percents.push((await readStatus(device.account.db)).fetchedPercent)
      if (await findMeta(device.account.db, 'first-pull-done')) break
      await device.restart()
      device.clock.move(10 * 60_000)
    }
    expect(await device.account.db.products.count()).toBe(ROWS)
    expect(percents).toEqual([19, 38, 57, 76, 95, null])
    const asked = cursors()
    // Each cursor is requested again after its failure, and never again after its answer.
    expect([...new Set(asked)]).toEqual([null, '2600-2100', '2600-1600', '2600-1100', '2600-600', '2600-100'])
    expect(asked.length).toBe(11)
  })

  it('begins with the newest records, and knows the totals of days after the first page (spec §9)', async () => {
    const { db } = device.account
    const pages: { first: boolean; last: boolean; totals: boolean }[] = []
    device.hooks['pull:page'] = async () => {
      const [first, last] = await db.products.bulkGet([idOf('product 0'), idOf(`product ${ROWS - 1}`)])
      const totals = await haveDayTotals(db)
      pages.push({ first: first !== undefined, last: last !== undefined, totals })
    }
    await runSync(device.account, device.deps, 'start')
    expect(pages.slice(0, 2)).toEqual([
      { first: false, last: false, totals: false },
      { first: false, last: true, totals: true },
    ])
    expect(await db.products.count()).toBe(ROWS)
  })

  it('comes back by itself as soon as the pause after a cut is over', async () => {
    device.server.willFail('none', 'unreachable')
    const outcome = await runSync(device.account, device.deps, 'start')
    expect(outcome).toMatchObject({ drained: 'empty', pulled: 'failed' })
    expect(outcome.dueInMs).toBeLessThanOrEqual(5 * 60_000)
    expect(outcome.dueInMs).not.toBeNull()
  })

  it('lets a sale that is made meanwhile out after the page at hand (the app is usable during it)', async () => {
    const order: string[] = []
    const requestSync = createSyncScheduler(device.account, device.deps)
    let sold: Promise<unknown> | undefined
    device.hooks['pull:page'] = () => {
      order.push('page')
      sold ??= createProduct(device)
        .then((product) => createSubmission(device, product))
        .then(() => requestSync('enqueued'))
      return order.length === 1 ? sold.then(() => undefined) : undefined
    }
    requestSync('start')
    await expect.poll(() => findMeta(device.account.db, 'first-pull-done'), { timeout: 15_000 }).toBe(true)
    const paths = device.server.requests.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
    expect(paths.slice(0, 3)).toEqual(['pull', 'push', 'pull'])
    expect(await countInvoices(device.account.db)).toMatchObject({ submitted: 1 })
  })
})
