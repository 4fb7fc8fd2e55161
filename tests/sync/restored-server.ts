import { gunzipSync } from 'node:zlib'
import type { PushAnswer, PushedOperation, PushRequest } from '#contract/sync.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { idOf } from './device.ts'
import { FakeServer } from './fake-server.ts'

export const EPOCH = idOf('the epoch after the restore')

/** What the server in memory does not know; noted here and answered. */
const TAKEN: ReadonlySet<string> = new Set(['stock.add', 'drawer.count'])

/** The server in memory, which can be put back to an earlier state and then asks for what it lost. */
export class RestoredServer extends FakeServer {
  readonly returned: PushedOperation[] = []
  restored: { epoch: string; fromGc: number; since: string } | undefined
  /** The first page after a restore has no changes yet, and there are more. */
  beginsEmpty = false

  /** Deletes every invoice numbered from `fromGc` on, and the products and payments given. */
  restore(
    fromGc: number,
    since: string,
    products: readonly string[] = [],
    payments: readonly string[] = [],
    epoch = EPOCH,
  ): void {
    for (const [id, invoice] of this.invoices) {
      if ((invoice.receipt?.gc ?? 0) >= fromGc) this.#forget(this.invoices, id)
    }
    for (const id of products) this.#forget(this.products, id)
    for (const id of payments) this.#forget(this.collections, id)
    this.ledger.clear()
    this.restored = { epoch, fromGc, since }
  }

  #forget(records: Map<string, unknown>, id: string): void {
    records.delete(id)
    const at = this.feed.findIndex((entry) => entry.id === id)
    if (at !== -1) this.feed.splice(at, 1)
  }

  /** Puts itself in front of the other server. */
  wrap(): void {
    const inner = this.fetch
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      if (url.pathname.endsWith('/pull')) return await this.#pullAnew(inner, request, url)
      if (url.pathname.endsWith('/push')) return await this.#takeReturns(inner, request)
      return await inner(request)
    }
    Object.defineProperty(this, 'fetch', { value: fetch })
  }

  async #pullAnew(inner: typeof fetch, request: Request, url: URL): Promise<Response> {
    if (!this.restored) return await inner(request)
    const cursor = url.searchParams.get('cursor')
    const [epoch, position = ''] = cursor?.split('|') ?? []
    const known = epoch === this.restored.epoch
    if (known && position !== '') url.searchParams.set('cursor', position)
    else url.searchParams.delete('cursor')
    const answer = await inner(new Request(url, request))
    const body = (await answer.json()) as Record<string, unknown>
    const reset = !known && cursor !== null
    const isEmpty = reset && this.beginsEmpty
    return Response.json({
      ...body,
      ...(isEmpty && { changes: [], more: true }),
      next: `${this.restored.epoch}|${isEmpty ? '' : String(body['next'])}`,
      ...(reset && { reset, recover: this.restored }),
    })
  }

  async #takeReturns(inner: typeof fetch, request: Request): Promise<Response> {
    const raw = Buffer.from(await request.clone().arrayBuffer())
    const zipped = request.headers.get('content-encoding') === 'gzip'
    const push = JSON.parse((zipped ? gunzipSync(raw) : raw).toString('utf8')) as PushRequest
    const own = push.ops.filter(({ type }) => TAKEN.has(type) || type.startsWith('receipt.return'))
    const others = push.ops.filter((op) => !own.includes(op))
    const headers = new Headers(request.headers)
    headers.delete('content-encoding')
    const rest = new Request(request.url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...push, ops: others }),
    })
    const answer = (await (await inner(rest)).json()) as PushAnswer
    const results = own.map((op) => {
      this.returned.push(op)
      const { invoice } = JSON.parse(op.body) as { invoice?: Invoice }
      if (invoice)
        this.invoices.set(invoice.id, { ...invoice, rev: invoice.rev + 1, writer: '', othersRev: 0 })
      const changeId = invoice ? this.record('invoice', invoice.id) : 1
      const change = invoice ? this.changeOf('invoice', invoice.id) : null
      return { state: 'done', opId: op.opId, bodyHash: op.bodyHash, changeId, change }
    })
    return Response.json({ ...answer, results: [...answer.results, ...results] })
  }
}
