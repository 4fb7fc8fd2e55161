import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { postJson } from './post-json.ts'

/** A program of a company: it saves a product and then submits one sale after the other by the public API. */
export type LoadProgram = {
  /** Submits one sale; gives the milliseconds until its answer was read. Throws unless it was accepted. */
  submit(): Promise<number>
}

const PUBLIC = '/v1/accounting/public'

export async function openLoadProgram(port: number, agent: Agent, bearer: string): Promise<LoadProgram> {
  const post = async (path: string, body: object) =>
    await postJson({ port, agent, path, bearer, headers: { 'idempotency-key': randomUUID() } }, body)
  const product = { name: `Sukari ${randomUUID().slice(0, 8)}`, unitPrice: 3_000, taxType: 'standard' }
  const { id: productId } = (await post(`${PUBLIC}/products`, product)) as { readonly id: string }
  let sales = 0
  return {
    submit: async () => {
      sales += 1
      const quantity = 1 + (sales % 5)
      const payments = [{ type: 'cash', amount: quantity * 3_000 }]
      const begun = performance.now()
      await post(`${PUBLIC}/invoices`, { submit: true, items: [{ productId, quantity }], payments })
      return performance.now() - begun
    },
  }
}
