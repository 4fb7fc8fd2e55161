import type { DoorSale } from '../plan/plan.ts'
import type { Door } from './door.ts'
import { API_KEY } from './stock-doors.ts'

/** How long the program waits for an answer, and for the next try. */
const TIMEOUT_MS = 15_000
const LONGEST_PAUSE_MS = 60_000

type Answer = { readonly status: number; readonly replayed: boolean; readonly body: Record<string, unknown> }
/** `undefined`: no answer, or one that the server did not give. */
type Heard = { readonly answer?: Answer; readonly retryAfterMs?: number }

/** Sells by the public API as a program does: the same request under the same key until it has the last word. */
export async function sellByApi(door: Door, sale: Extract<DoorSale, { by: 'API' }>): Promise<void> {
  const { amount, again, named } = sale
  const request = {
    key: door.actor.chance.id(sale.at),
    body: JSON.stringify({
      submit: true,
      ...(named ? { externalReference: `order ${amount}` } : {}),
      items: [{ productName: 'Chai', quantity: 1, unitPrice: amount, taxType: 'standard' }],
      payments: [{ type: 'cash', amount }],
    }),
  }
  door.tell(amount, 'asked')
  for (let tries = 0; ; tries += 1) {
    const asked = Array.from({ length: again ? 2 : 1 }, () => ask(door, request))
    for (const { answer } of await Promise.all(asked)) {
      if (answer && isLast(answer)) {
        tellAnswer(door, amount, answer)
        return
      }
    }
    const told = (await Promise.all(asked)).map(({ retryAfterMs = 0 }) => retryAfterMs)
    const usual = Math.min(20_000, 1_000 * 2 ** tries) * door.actor.chance.between(0.5, 1)
    await door.pause(Math.min(LONGEST_PAUSE_MS, Math.max(usual, ...told)))
  }
}

/** After these the same key may do more. */
function isLast({ status, body }: Answer): boolean {
  if (status < 300) return true
  return status < 500 && status !== 429 && body['code'] !== 'COMPANY_BLOCKED_BY_TRA'
}

function tellAnswer(door: Door, amount: number, { status, replayed, body }: Answer): void {
  if (replayed) door.tell(amount, 'repeated')
  if (status >= 300) {
    door.tell(amount, 'refused', String(body['code']))
    return
  }
  const { receipt } = body
  const code = typeof receipt === 'object' && receipt !== null && 'rctvnum' in receipt ? receipt.rctvnum : ''
  door.tell(amount, 'acknowledged', String(code))
}

async function ask(door: Door, { key, body }: { key: string; body: string }): Promise<Heard> {
  try {
    const response = await door.fetch('http://risiti.test/v1/accounting/public/invoices', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${API_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const retryAfter = response.headers.get('retry-after')
    const wait = retryAfter === null ? {} : { retryAfterMs: Number(retryAfter) * 1_000 }
    const isOurs = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '')
    if (!isOurs) return wait
    const read: unknown = JSON.parse(await response.text())
    if (typeof read !== 'object' || read === null) return wait
    const replayed = response.headers.get('idempotent-replayed') === 'true'
    const answer = { status: response.status, replayed, body: { ...read } }
    // Told to come again: what the same key does later counts.
    return retryAfter === null ? { answer } : wait
  } catch {
    return {}
  }
}
