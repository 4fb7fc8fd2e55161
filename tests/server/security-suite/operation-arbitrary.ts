import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { OPERATION_TYPES, type OperationType, operationBodies } from '#contract/operations.ts'
import { PUSH_MAX_BYTES } from '#contract/sync.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { aSale, invoiceInput, type Phone } from '../../support/test-backend.ts'
import { brokenTexts } from './mutate-request.ts'
import { nastyText, type Pools, valuesOf } from './schema-arbitrary.ts'

/** Everything a text of an operation may hold and still be accepted: the way of hostile words into every table. */
const acceptableText = nastyText.map((text) => text.replace(/(?![\t\n\r])\p{Cc}/gu, '').slice(0, 100))

/** A sale with figures that fit, and hostile words. */
function plausibleSale(productIds: readonly string[]): fc.Arbitrary<object> {
  return fc
    .record({
      productId: fc.constantFrom(...productIds),
      pieces: fc.integer({ min: 1, max: 9_000 }),
      description: acceptableText.map((text) => (text.trim() === '' ? 'Sukari' : text)),
      name: acceptableText,
      reference: acceptableText,
      number: acceptableText.map((text) => text.slice(0, 50)),
    })
    .map(({ productId, pieces, description, name, reference, number }) => {
      const sale = aSale(productId, pieces)
      const customer = { ...sale.customer, name, identificationNumber: number }
      const lines = sale.lines.map((line) => ({ ...line, description }))
      const content = { ...sale, customer, reference, lines }
      return invoiceInput(content, { totals: invoiceTotals(content, true) })
    })
}

function plausibleCatalogue(type: 'customer.save' | 'product.save'): fc.Arbitrary<object> {
  return acceptableText.map((text) => {
    const name = text.trim() === '' ? 'Juma' : text
    if (type === 'product.save') {
      const fields = { name, unit: text.slice(0, 20), unitPrice: 100, taxType: 'standard', active: true }
      return { productId: randomUUID(), baseRev: 0, base: null, fields }
    }
    const fields = {
      name,
      identificationType: 'NO_IDENTIFICATION',
      identificationNumber: '',
      phone: '',
      email: '',
      vatRegistrationNumber: '',
      active: true,
    }
    return { customerId: randomUUID(), baseRev: 0, base: null, fields }
  })
}

function bodiesOf(type: OperationType, pools: Pools, productIds: readonly string[]): fc.Arbitrary<unknown> {
  const bySchema = valuesOf(operationBodies[type][1], pools)
  if (type === 'invoice.save' || type === 'invoice.submit') {
    return fc.oneof(bySchema, plausibleSale(productIds))
  }
  if (type === 'customer.save' || type === 'product.save') return fc.oneof(bySchema, plausibleCatalogue(type))
  return bySchema
}

function textsOfBodies(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const texts = bodies.map((body) => JSON.stringify(body))
  return fc.oneof(
    { weight: 8, arbitrary: texts },
    { weight: 4, arbitrary: brokenTexts(texts).filter((text) => text.length < PUSH_MAX_BYTES) },
    { weight: 1, arbitrary: nastyText },
  )
}

/** Pushes of this phone whose operations have bodies made from their schemas, under the right hash for the most part. */
export function pushInputs(
  phone: Phone,
  pools: Pools,
  productIds: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const operation = fc.constantFrom(...OPERATION_TYPES).chain((type) =>
    fc.record({
      type: fc.oneof(
        { weight: 15, arbitrary: fc.constant<string>(type) },
        { weight: 1, arbitrary: nastyText },
      ),
      body: textsOfBodies(bodiesOf(type, pools, productIds)),
      lane: nastyText.map((text) => text.slice(0, 120)),
      wrongHash: fc.nat(20).map((figure) => figure === 0),
      v: fc.oneof({ weight: 10, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat() }),
      again: fc.nat(15).map((figure) => figure === 0),
    }),
  )
  return fc.array(operation, { minLength: 1, maxLength: 3 }).map((made) => ({
    proto: 1,
    nonce: 'nonce-of-a-fuzz',
    companyId: phone.companyId,
    userId: phone.userId,
    deviceId: phone.deviceId,
    epoch: phone.epoch,
    ops: made.map(({ type, body, lane, wrongHash, v, again }, index) => ({
      opId: again ? (pools.ids[0] ?? randomUUID()) : randomUUID(),
      deviceSeq: index + 1,
      type,
      v,
      lane: `${lane.slice(0, 100)}${index}`,
      dependsOn: [],
      body,
      bodyHash: wrongHash ? '0'.repeat(64) : createHash('sha256').update(body, 'utf8').digest('hex'),
    })),
  }))
}
