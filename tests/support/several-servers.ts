import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { PushedOperation } from '#contract/sync.ts'
import { CRASH_POINTS, type CrashPoint } from '#server/ports/crash-points.ts'
import { updateDemoSeeded } from '#server/storage/server-state.ts'
import { controlAuthority } from './authority-control.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import {
  type ApiClient,
  aSale,
  invoiceInput,
  type Phone,
  type Shop,
  startTestBackend,
  type TestBackend,
} from './test-backend.ts'

/** Processes of the server on one database, with an authority that outlives them all. */
export type SeveralServers = {
  /** HTTP without jobs in the process of the test, for preparing and for checks; and the authority. */
  readonly backend: TestBackend
  /** Starts one more process; it ends or freezes at the given point: `name[:nth]`. */
  start(armed?: { readonly crashAt?: CrashPointAt; readonly pauseAt?: CrashPointAt }): Promise<ServerProcess>
  stop(): Promise<void>
}
type CrashPointAt = CrashPoint | `${CrashPoint}:${number}`

const realClock = {
  now: () => Date.now(),
  advance: () => {
    throw new Error('the real clock is nobody’s to move')
  },
}

/** Opens a database, an authority and no server process yet; all processes get the further settings. */
export async function openSeveralServers(
  environment: Readonly<Record<string, string>> = {},
): Promise<SeveralServers> {
  const key = randomBytes(32).toString('base64')
  const backend = await startTestBackend(realClock, { environment: { RISITI_KEY: key, ...environment } })
  const { simulator, server } = backend
  await updateDemoSeeded(server.services.db, new Date().toISOString())
  const processes: ServerProcess[] = []
  return {
    backend,
    start: async ({ crashAt, pauseAt } = {}) => {
      const process = await startServerProcess(simulator, {
        DATABASE_URL: server.connectionString,
        RISITI_KEY: key,
        ...environment,
        ...(crashAt && { CRASH_AT: crashAt }),
        ...(pauseAt && { PAUSE_AT: pauseAt }),
      })
      processes.push(process)
      return process
    },
    stop: async () => {
      await Promise.all(processes.map((process) => process.stop()))
      await backend.close()
    },
  }
}

/** One address behind which the processes take turns. */
export function roundRobin(...processes: readonly ApiClient[]): ApiClient {
  let calls = 0
  return {
    call: async (name, input, token) => {
      const target = processes[calls % processes.length]
      calls += 1
      if (!target) throw new Error('nobody is behind this address')
      return await target.call(name, input, token)
    },
  }
}

/** Polls until something is so. Throws with its name when it does not become so in time. */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  withinMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** The receipts of a shop in the order of their numbers. */
export async function receiptsOf({ backend: market }: Pick<SeveralServers, 'backend'>, shop: Shop) {
  return await market.server.services.db
    .selectFrom('receipts')
    .select(['gc', 'dc', 'day', 'rctvnum', 'total', 'delivery', 'invoice_id', 'issued_at', 'signed_bytes'])
    .where('company_id', '=', shop.companyId)
    .where('identity_id', '=', shop.identity.id)
    .orderBy('gc')
    .execute()
}

/** Waits until the authority has acknowledged everything of a shop. */
export async function untilDelivered(servers: SeveralServers, shop: Shop, withinMs?: number): Promise<void> {
  await until(
    'every receipt is acknowledged',
    async () =>
      (await receiptsOf(servers, shop)).every(({ delivery }) =>
        ['acknowledged', 'verified'].includes(delivery),
      ),
    withinMs,
  )
}

/**
 * Everything of a shop is there exactly once: numbers without gap or repeat, days counted from one, times that never
 * go back, one receipt for each invoice, and the authority's ledger equal to ours, in order (TRA guide: GC +1, no
 * gaps, DC from 1 each day, never the same receipt twice).
 */
export async function expectExactlyOnce(
  servers: Pick<SeveralServers, 'backend'>,
  shop: Shop,
  invoiceIds: readonly string[],
): Promise<void> {
  const { backend: market } = servers
  const ours = await receiptsOf(servers, shop)
  expect(ours.map(({ gc }) => Number(gc))).toEqual(invoiceIds.map((_, index) => index + 1))
  expect(ours.map(({ invoice_id }) => invoice_id).toSorted()).toEqual([...invoiceIds].toSorted())
  const counted = new Map<string, number>()
  for (const { day, dc } of ours) {
    expect(dc).toBe((counted.get(day) ?? 0) + 1)
    counted.set(day, dc)
  }
  const moments = ours.map(({ issued_at }) => issued_at)
  expect(moments).toEqual(moments.toSorted())
  const sold = [...counted.values()].reduce((sum, count) => sum + count, 0)
  const days = await market.server.services.db
    .selectFrom('aggregates')
    .select('figures')
    .where('company_id', '=', shop.companyId)
    .where('kind', '=', 'day')
    .execute()
  expect(days.reduce((sum, { figures }) => sum + figures.count, 0)).toBe(sold)

  const theirs = await controlAuthority(market.simulator.baseUrl).ledger(shop.identity.tin)
  const inOrder = theirs.toSorted((a, b) => a.gc - b.gc)
  expect(inOrder.map(({ gc, dc, rctvnum, totalInclCents }) => [gc, dc, rctvnum, totalInclCents])).toEqual(
    ours.map(({ gc, dc, rctvnum, total }) => [Number(gc), dc, rctvnum, Number(total)]),
  )
}

/** Every message about a receipt of a shop that reached the authority, in the order in which they did. */
export async function receivedReceipts(
  { backend: market }: SeveralServers,
  shop: Shop,
): Promise<readonly { readonly subject: string; readonly bodySha256: string }[]> {
  const path = `received?certkey=${shop.identity.certKey}&call=receipt`
  return (await market.controlSimulator('GET', path)) as { subject: string; bodySha256: string }[]
}

/** A dead or frozen sender is replaced within this: the heartbeat of its job (10 s), a look and a retry. */
export const FAILOVER_WITHIN_MS = 25_000

/** The points of one phase at which a process can end. */
export const pointsOf = (phase: 'push' | 'deliver'): CrashPoint[] =>
  CRASH_POINTS.filter((point) => point.startsWith(`${phase}:`))

/** A sale as a phone keeps it in its outbox until an answer names it. */
export function saleOf(
  phone: Phone,
  shop: Shop,
): { readonly invoiceId: string; readonly operation: PushedOperation } {
  const body = invoiceInput(aSale(shop.productId))
  const orderingKey = `inv:${body.invoiceId}`
  return {
    invoiceId: body.invoiceId,
    operation: phone.operation('invoice.submit', body, { lane: orderingKey }),
  }
}
