import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saveCustomer, saveProduct } from '#commands/catalogue.ts'
import { cancelInvoice, saveDraft, submitInvoice, takeBack } from '#commands/invoices.ts'
import { countInvoices, recountInvoices } from '#data/invoices.ts'
import { countPending, listUnsent } from '#data/outbox-entries.ts'
import { toCents } from '#domain/money/cents.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { aSale, Device, FakeClock } from './device.ts'
import { FAULTS, type Fault } from './fake-server.ts'

type Step =
  | {
      readonly kind: 'save' | 'submit'
      readonly which: number
      readonly price: number
      readonly customer: number
    }
  | { readonly kind: 'customer'; readonly name: number; readonly refused: boolean }
  | { readonly kind: 'take-back' | 'cancel'; readonly which: number }
  | {
      readonly kind: 'sync'
      readonly faults: readonly Fault[]
      readonly reason: 'enqueued' | 'online' | 'person'
    }
  | { readonly kind: 'die'; readonly at: 'leased' | 'answered' | 'page' }
  | { readonly kind: 'twins' }
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'issue' }

const which = fc.integer({ min: 0, max: 5 })
const faults = fc.array(fc.constantFrom(...FAULTS), { maxLength: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('save' as const), which, price: which, customer: which }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('submit' as const), which, price: which, customer: which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('customer' as const), name: which, refused: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('take-back' as const, 'cancel' as const), which }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      faults,
      reason: fc.constantFrom('enqueued' as const, 'online' as const, 'person' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('die' as const),
      at: fc.constantFrom('leased' as const, 'answered' as const, 'page' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('twins' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      ms: fc.constantFrom(1_000, 60_000, 600_000, 400 * 86_400_000, -400 * 86_400_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('issue' as const) }) },
)

class Killed extends Error {}

/** A shop day on one phone, and what the app reported as saved. */
class ShopDay {
  readonly device: Device
  readonly products: string[] = []
  readonly customers: string[] = []
  readonly invoices: string[] = []
  readonly submitted = new Set<string>()

  constructor(device: Device) {
    this.device = device
  }

  async open(): Promise<void> {
    const { account, commands } = this.device
    const outcome = await saveProduct(account, commands, {
      form: { name: 'Sukari', unit: 'kg', unitPrice: toCents(250_000), taxType: 'exempted' },
    })
    if (outcome.ok) this.products.push(outcome.value.id)
  }

  async take(step: Step): Promise<void> {
    const { device } = this
    const { account, commands, deps } = device
    switch (step.kind) {
      case 'save':
      case 'submit': {
        const known = this.invoices[step.which]
        const content = aSale(this.products[0] ?? '', {
          price: 100_000 * (step.price + 1),
          customerId: this.customers[step.customer] ?? null,
        })
        const write = step.kind === 'save' ? saveDraft : submitInvoice
        const outcome = await write(account, commands, {
          content,
          ...(known === undefined ? {} : { invoiceId: known }),
        })
        if (!outcome.ok) return
        if (known === undefined) this.invoices.push(outcome.value.id)
        // Writing a stuck submission as a draft is the person's way of taking it back.
        if (step.kind === 'submit') this.submitted.add(outcome.value.id)
        else this.submitted.delete(outcome.value.id)
        return
      }
      case 'customer': {
        const outcome = await saveCustomer(account, commands, {
          form: {
            name: `${step.refused ? 'REFUSE' : 'Juma'} ${step.name}`,
            identificationType: 'TAX_IDENTIFICATION_NUMBER',
            identificationNumber: `10000000${step.name}`,
            phone: '',
            email: '',
            vatRegistrationNumber: '',
          },
        })
        if (outcome.ok) this.customers.push(outcome.value.id)
        return
      }
      case 'take-back': {
        const id = this.invoices[step.which]
        if (id === undefined) return
        const outcome = await takeBack(account, commands, { invoiceId: id })
        if (outcome.ok) this.submitted.delete(id)
        return
      }
      case 'cancel': {
        const id = this.invoices[step.which]
        if (id !== undefined) await cancelInvoice(account, commands, { invoiceId: id, reason: 'mistake' })
        return
      }
      case 'sync':
        device.server.willFail(...step.faults)
        await runSync(account, deps, step.reason)
        return
      case 'die':
        await this.die(step.at)
        return
      case 'twins':
        await Promise.all([runSync(account, deps, 'person'), runSync(account, device.another(), 'person')])
        return
      case 'clock':
        device.clock.move(step.ms)
        return
      case 'issue':
        for (const invoice of device.server.invoices.values()) {
          if (invoice.status === 'submitted') device.server.issue(invoice.id)
        }
    }
  }

  /** The worker is killed at a named moment: nothing after it runs, and the next one finds what storage has. */
  async die(at: 'leased' | 'answered' | 'page'): Promise<void> {
    const name = at === 'leased' ? 'drain:leased' : at === 'answered' ? 'drain:answer' : 'pull:page'
    this.device.hooks = {
      [name]: () => {
        this.device.account.db.close()
        throw new Killed(name)
      },
    }
    try {
      await runSync(this.device.account, this.device.deps, 'person')
    } catch {
      // An error of the killed app reaches no user.
    }
    await this.device.restart()
  }

  /** All faults stop; wait, bounded, until nothing moves. */
  async quiet(): Promise<void> {
    const { device } = this
    device.server.alwaysFail('none')
    for (let round = 0; round < 40; round += 1) {
      device.clock.move(16 * 60_000)
      const outcome = await sendNow(device.account, device.deps)
      if (outcome.pendingCount === 0 && outcome.pulled === 'up-to-date') return
      const unsent = await listUnsent(device.account.db)
      if (unsent.every((entry) => entry.state === 'attention' || entry.state === 'blocked')) {
        if (outcome.pulled === 'up-to-date') return
      }
    }
    throw new Error(`not quiet: ${JSON.stringify(await listUnsent(device.account.db))}`)
  }
}

async function checkLaw(day: ShopDay): Promise<void> {
  const { device } = day
  const { db } = device.account
  const { server } = device
  const unsent = await listUnsent(db, 10_000)
  // I9: what is left has a reason a person sees.
  for (const entry of unsent) {
    expect(['attention', 'blocked']).toContain(entry.state)
    if (entry.state === 'attention') expect(entry.last?.code).toBeTruthy()
  }
  // I8: the count on the screen is the count in the queue.
  expect(await countPending(db)).toBe(unsent.length)
  expect(await countInvoices(db)).toEqual(await recountInvoices(db))
  // I2, I3: once, or visibly refused.
  for (const id of day.submitted) {
    const row = await db.invoices.get(id)
    const stored = server.invoices.get(id)
    const visible = row?.shown === 'attention' || row?.shown === 'canceled'
    if (!visible)
      expect([row?.status, stored?.receipt]).toEqual([
        expect.stringMatching(/submitted|issued/),
        expect.anything(),
      ])
  }
  const numbers = [...server.invoices.values()]
    .flatMap((invoice) => invoice.receipt?.gc ?? [])
    .sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  const opIds = server.executions.map((execution) => execution.opId)
  expect(new Set(opIds).size).toBe(opIds.length)
  // I6: within a lane, the server's order is the order of writing.
  const last = new Map<string, number>()
  for (const { lane, deviceSeq } of server.executions) {
    expect(deviceSeq).toBeGreaterThan(last.get(lane) ?? 0)
    last.set(lane, deviceSeq)
  }
  // I7: nothing left under another name.
  for (const request of server.requests) {
    const body = request.body
    if (typeof body !== 'object' || body === null || !('companyId' in body)) continue
    expect(body).toMatchObject({ companyId: device.companyId, userId: device.userId })
  }
  // I10: the phone shows what the server has, where nothing of its own covers it; I15: nothing went back.
  const covered = new Set(unsent.map((entry) => entry.lane))
  for (const invoice of server.invoices.values()) {
    if (covered.has(`inv:${invoice.id}`)) continue
    const row = await db.invoices.get(invoice.id)
    expect([row?.status, row?.rev, row?.receipt?.gc, row?.totals.totalIncludingTax]).toEqual([
      invoice.status,
      invoice.rev,
      invoice.receipt?.gc,
      invoice.totals.totalIncludingTax,
    ])
  }
  // I11: every operation that ever was is on the server, in the queue, or in the audit.
  const audit = await db.audit.toArray()
  const queued = audit.filter((line) => line.action.endsWith(' queued')).map((line) => line.opId)
  const left = new Set(audit.filter((line) => line.entry !== undefined).map((line) => line.opId))
  const waiting = new Set(unsent.map((entry) => entry.opId))
  for (const opId of queued) {
    expect(server.ledger.has(opId ?? '') || waiting.has(opId ?? '') || left.has(opId)).toBe(true)
  }
}

describe('the law of the outbox', () => {
  it('every submitted invoice reaches the server exactly once or is visibly refused, in any case', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        async (steps, chances) => {
          const random = () => {
            const next: unknown = chances.next().value
            return typeof next === 'number' ? next : 0.5
          }
          const day = new ShopDay(await Device.make({ clock: new FakeClock(), random }))
          await day.open()
          for (const step of steps) await day.take(step)
          await day.quiet()
          await checkLaw(day)
          day.device.account.db.close()
        },
      ),
      { numRuns: Number(process.env['LAW_RUNS'] ?? 60) },
    )
  }, 120_000)
})
