import { setTimeout as pause } from 'node:timers/promises'
import type { OperationResult, PushAnswer, PushedOperation } from '#contract/sync.ts'
import { saleOf } from '#tests/support/several-servers.ts'
import type { Phone, Shop } from '#tests/support/test-backend.ts'

/** One phone of a shop. */
export type Seller = { readonly phone: Phone; readonly shop: Shop }

/** Phones that sell until they are stopped, each sale sent again and again until it is acknowledged. */
export type Selling = {
  /** How many sales were acknowledged since this moment of `performance.now()`. */
  acknowledgedSince(moment: number): number
  /** The longest time without an acknowledged sale of any phone, from a moment until now. */
  longestGapSince(moment: number): number
  /** Lets every phone finish its sale; gives the invoices of each shop, in no order. */
  stop(): Promise<ReadonlyMap<Shop, readonly string[]>>
}

/** A phone gives an answer up after so long, and sends again after the other. */
const ANSWER_MS = 20_000
const AGAIN_MS = 250
/** Between two sales of a phone: the queue of a good hour. */
const BETWEEN_SALES_MS = 3_000

async function isAcknowledged(phone: Phone, operation: PushedOperation): Promise<boolean> {
  const unanswered = pause(ANSWER_MS, undefined, { ref: false })
  const answer = await Promise.race([phone.pushRaw([operation]).catch(() => undefined), unanswered])
  if (answer?.status !== 200) return false
  const [result] = (answer.body as PushAnswer).results as OperationResult[]
  if (result?.state === 'refused') throw new Error(`a sale was refused: ${JSON.stringify(result)}`)
  return result?.state === 'done'
}

/** Lets the phones sell from now on. */
export function startSelling(sellers: readonly Seller[]): Selling {
  const acknowledged = new Map<Shop, string[]>(sellers.map(({ shop }) => [shop, []]))
  const moments: number[] = []
  let selling = true
  const sell = async ({ phone, shop }: Seller, index: number) => {
    await pause((BETWEEN_SALES_MS * index) / sellers.length)
    while (selling) {
      const { invoiceId, operation } = saleOf(phone, shop)
      while (!(await isAcknowledged(phone, operation))) await pause(AGAIN_MS)
      moments.push(performance.now())
      acknowledged.get(shop)?.push(invoiceId)
      await pause(BETWEEN_SALES_MS)
    }
  }
  const sold = Promise.all(sellers.map(sell))
  return {
    acknowledgedSince: (moment) => moments.filter((at) => at >= moment).length,
    longestGapSince: (moment) => {
      const marks = [moment, ...moments.filter((at) => at >= moment), performance.now()]
      return Math.max(...marks.slice(1).map((at, index) => at - (marks[index] ?? at)))
    },
    stop: async () => {
      selling = false
      await sold
      return acknowledged
    },
  }
}
