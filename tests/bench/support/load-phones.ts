import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { endpoints } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { TEST_PASSWORD } from '../../support/tenants.ts'
import { postJson } from './post-json.ts'

/** A phone as the server sees it: it signs in, saves a product and then submits one sale after the other. */
export type LoadPhone = {
  /** Pushes one sale; gives the milliseconds until its answer was read. Throws unless it was accepted. */
  submit(): Promise<number>
}

type Login = {
  readonly token: string
  readonly session: { readonly user: { id: string; company_id: string } }
}
type Results = { readonly results: readonly { readonly state: string; readonly code?: string }[] }

function saleOf(productId: string, pieces: number): InvoiceContent {
  const unitPrice = toCents(300_000)
  return {
    ...newDraft(),
    lines: [
      {
        id: randomUUID(),
        productId,
        description: 'Sukari',
        quantity: toQuantity(pieces * 1_000),
        taxType: 'standard',
        rate: toBasisPoints(1_800),
        unitPrice,
        discount: toBasisPoints(0),
      },
    ],
    payments: [{ type: 'cash', amount: toCents(pieces * unitPrice) }],
  }
}

export async function openLoadPhone(port: number, agent: Agent, username: string): Promise<LoadPhone> {
  const deviceId = randomUUID()
  const form = { username, password: TEST_PASSWORD, deviceId }
  const { token, session } = (await postJson(
    { port, agent, path: endpoints['auth.login'].path },
    form,
  )) as Login
  const names = { companyId: session.user.company_id, userId: session.user.id, deviceId, epoch: randomUUID() }
  let deviceSeq = 0
  const push = async (type: string, orderingKey: string, body: object): Promise<number> => {
    deviceSeq += 1
    const text = JSON.stringify(body)
    const bodyHash = createHash('sha256').update(text).digest('hex')
    const operation = {
      opId: randomUUID(),
      deviceSeq,
      type,
      v: 1,
      lane: orderingKey,
      dependsOn: [],
      bodyHash,
      body: text,
    }
    const begun = performance.now()
    const answer = (await postJson(
      { port, agent, path: endpoints['sync.push'].path, bearer: token },
      { proto: 1, nonce: randomUUID(), ...names, ops: [operation] },
    )) as Results
    const took = performance.now() - begun
    if (answer.results[0]?.state !== 'done') throw new Error(`${type}: ${JSON.stringify(answer.results)}`)
    return took
  }
  const productId = randomUUID()
  const fields = {
    name: `Sukari ${deviceId.slice(0, 8)}`,
    unit: 'kg',
    unitPrice: 300_000,
    taxType: 'standard',
    active: true,
  }
  await push('product.save', `prod:${productId}`, { productId, baseRev: 0, base: null, fields })
  return {
    submit: async () => {
      const content = saleOf(productId, 1 + (deviceSeq % 5))
      const invoiceId = randomUUID()
      const body = {
        invoiceId,
        baseRev: 0,
        saleAt: toInstant(Date.now()),
        slipToken: randomBytes(16).toString('base64url'),
        content,
        totals: invoiceTotals(content, true),
      }
      return await push('invoice.submit', `inv:${invoiceId}`, body)
    },
  }
}
