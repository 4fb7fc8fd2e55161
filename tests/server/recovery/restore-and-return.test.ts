import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { mergeAggregates } from '#domain/reports/aggregate.ts'
import { allDeltas } from '#domain/reports/invoice-deltas.ts'
import { aSale, invoiceInput, invoiceOf } from '../../support/test-backend.ts'
import {
  openRestorableShop,
  openWithBackups,
  type RecordingPhone,
  type RestorableServer,
  type RestorableShop,
} from './restored-backend.ts'

/*
 * The case that a backup must survive: it is a hundred receipts old, the authority has them all, and the phones come
 * back one after the other. (TRA guide: GC +1 per receipt, no gaps, never reused.)
 */
const BEFORE = 20
const AFTER = 100

let restorable: RestorableServer
let shop: RestorableShop
beforeAll(async () => {
  restorable = await openWithBackups()
  shop = await openRestorableShop(restorable)
})
afterAll(async () => {
  await restorable.close()
})

async function storedInvoices(): Promise<Invoice[]> {
  const rows = await shop.server().services.db.selectFrom('invoices').select('document').execute()
  return rows.map((row) => row.document)
}

test('after a restore from a backup a hundred receipts old no number repeats and none is missing', {
  timeout: 180_000,
}, async () => {
  const [a, b] = shop.phones
  const sold: Invoice[] = []
  for (let n = 0; n < BEFORE; n += 1) sold.push(await shop.sell(n % 2 === 0 ? a : b, 1 + (n % 3)))
  await shop.deliver()
  await shop.pull(a)
  await shop.pull(b)
  const known = a.phone.operation('invoice.submit', invoiceInput(aSale(shop.shop.productId)))
  const beforeBackup = await a.phone.push(known)
  a.known.set(invoiceOf(beforeBackup[0]).id, invoiceOf(beforeBackup[0]))
  await shop.remember()

  // Neither phone pulls: each knows only its own. The last three never reach the authority.
  for (let n = 1; n < AFTER; n += 1) {
    sold.push(await shop.sell(n % 5 < 3 ? a : b, 1 + (n % 4)))
    if (n === AFTER - 4) {
      await shop.deliver()
      for (const by of shop.phones) await recordPortal(by)
    }
  }
  const first = sold[0]
  if (first === undefined) throw new Error('nothing was sold')
  const canceled = invoiceOf(
    await a.phone.pushOne('invoice.cancel', { invoiceId: first.id, reason: 'Wrong' }),
  )
  a.known.set(canceled.id, canceled)
  const lost = await storedInvoices()
  const authority = await shop.ledger()
  expect(authority.map(({ gc }) => gc)).toEqual(Array.from({ length: BEFORE + AFTER - 3 }, (_, n) => n + 1))

  await shop.restore()
  expect((await storedInvoices()).length).toBe(BEFORE + 1)

  // Known work is answered as ever; new work waits on the phone.
  expect(await a.phone.push(known)).toEqual(beforeBackup)
  const waiting = a.phone.operation('invoice.submit', invoiceInput(aSale(shop.shop.productId)))
  expect(await a.phone.push(waiting)).toMatchObject([{ state: 'retry', code: 'FISCAL_NUMBERING_HELD' }])
  // Data that the backup lacks is no reason for a permanent refusal.
  const unknown = { invoiceId: sold.at(-1)?.id ?? randomUUID(), reason: 'Wrong' }
  expect(await a.phone.pushOne('invoice.cancel', unknown)).toMatchObject({
    state: 'retry',
    code: 'FISCAL_NUMBERING_HELD',
  })

  expect(await shop.comeBack(a)).toBeGreaterThan(40)
  expect(await shop.runJobs()).toEqual([])
  expect(await a.phone.push(waiting)).toMatchObject([{ state: 'retry' }])

  expect(await shop.comeBack(b)).toBeGreaterThan(30)
  expect(await shop.runJobs()).toEqual([shop.shop.identity.id])

  // The same invoices, numbers and totals as before, and the cancellation.
  const facts = (invoice: Invoice) => [
    invoice.receipt?.gc,
    invoice.id,
    invoice.receipt?.rctvnum,
    invoice.receipt?.issuedAt,
    invoice.totals.totalIncludingTax,
    invoice.status === 'canceled',
  ]
  const order = (x: Invoice, y: Invoice) => (x.receipt?.gc ?? 0) - (y.receipt?.gc ?? 0)
  const returned = await storedInvoices()
  expect(returned.toSorted(order).map(facts)).toEqual(lost.toSorted(order).map(facts))
  expect(returned.filter(({ status }) => status !== 'issued').map(({ id }) => id)).toEqual([first.id])

  const next = invoiceOf((await a.phone.push(waiting))[0])
  expect(next.receipt?.gc).toBe(BEFORE + AFTER + 1)
  await shop.sell(b)
  await shop.deliver()
  const ledger = await shop.ledger()
  expect(ledger.map(({ gc }) => gc)).toEqual(Array.from({ length: BEFORE + AFTER + 2 }, (_, n) => n + 1))
  const refused = (await restorable.backend.controlSimulator('GET', 'received?call=receipt')) as {
    ackCode: number | null
  }[]
  expect(refused.filter(({ ackCode }) => ackCode !== 0)).toEqual([])

  // The kept totals are what the invoices add up to.
  const kept = await shop.server().services.db.selectFrom('aggregates').select('figures').execute()
  const expected = mergeAggregates((await storedInvoices()).flatMap(allDeltas))
  expect(
    new Map(kept.map(({ figures }) => [figures.id, [figures.count, figures.gross, figures.canceledGross]])),
  ).toEqual(
    new Map(
      expected.map(({ kind, period, key, figures }) => [
        `${kind}:${period}:${key}`,
        [figures.count, figures.gross, figures.canceledGross],
      ]),
    ),
  )

  // Both phones see everything again, without another reset.
  for (const by of shop.phones) {
    expect((await shop.pull(by)).reset).toBeUndefined()
    expect([...by.known.values()].filter(({ receipt }) => receipt).length).toBe(BEFORE + AFTER + 2)
  }
})

/** What the phone learns of the delivery by pulling, but of its own invoices only. */
async function recordPortal(by: RecordingPhone): Promise<void> {
  const all = await storedInvoices()
  for (const invoice of all) if (by.known.has(invoice.id)) by.known.set(invoice.id, invoice)
}
