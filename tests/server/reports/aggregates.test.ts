import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aggregateId, mergeAggregates } from '#domain/reports/aggregate.ts'
import { allDeltas } from '#domain/reports/invoice-deltas.ts'
import { listAllAggregates } from '#server/storage/invoices/aggregates.ts'
import {
  aProduct,
  aSale,
  createShop,
  invoiceInput,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(async () => {
  await backend.close()
})

const action = fc.record({
  pieces: fc.integer({ min: 1, max: 9 }),
  second: fc.boolean(),
  after: fc.constantFrom('canceled', 'refunded', 'kept'),
  minutes: fc.integer({ min: 0, max: 900 }),
})

test('stored totals equal a scan of all invoices, for any sales, cancellations and refunds', async () => {
  const { db } = backend.server.services
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (actions) => {
      const { phone, productId, companyId } = await createShop(backend)
      const other = await aProduct(phone, 'Mchele')
      for (const { pieces, second, after, minutes } of actions) {
        backend.clock.advance(minutes * 60_000)
        const body = invoiceInput(aSale(second ? other : productId, pieces))
        await phone.pushOne('invoice.submit', body)
        const { invoiceId } = body
        if (after === 'canceled') await phone.pushOne('invoice.cancel', { invoiceId, reason: 'Returned' })
        if (after === 'refunded') {
          const lines = [{ lineId: body.content.lines[0]?.id, quantity: 1000 }]
          const refund = { lines, reason: 'Returned', paidBy: 'cash', total: 300_000 }
          const result = await phone.pushOne('invoice.credit', {
            invoiceId,
            creditNoteId: randomUUID(),
            ...refund,
          })
          expect(result.state).toBe('done')
        }
      }
      const rows = await db
        .selectFrom('invoices')
        .select('document')
        .where('company_id', '=', companyId)
        .execute()
      const scanned = mergeAggregates(rows.flatMap((row) => allDeltas(row.document)))
      const kept = await listAllAggregates(db, { companyId })
      expect(kept.map((aggregate) => aggregate.id).sort()).toEqual(scanned.map(aggregateId))
      for (const row of scanned) {
        const aggregate = kept.find((candidate) => candidate.id === aggregateId(row))
        expect(aggregate).toMatchObject(row.figures)
      }
    }),
    { numRuns: 8 },
  )
})
