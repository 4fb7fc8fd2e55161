import { findMeta } from '#data/meta.ts'
import { listEntriesInState } from '#data/outbox-entries.ts'
import { isHeldWhileBlocked } from '#domain/companies/blocked-company.ts'
import type { SyncTrigger } from '#sync/connection/sync-trigger.ts'
import { runSync } from '#sync/run-sync.ts'
import { readStatus } from '#sync/status.ts'
import { clock, lockWhenIdle, openAccounts, updatePendingCopy, type WorkerAccount, wait } from './accounts.ts'
import { notifyStaleWork } from './notify-stale-work.ts'

/** The state in which a worker left an account: whether another try soon would help. */
export type Drained = { readonly workLeft: boolean }

/** Heard only by workers that run: a message would start one that has stopped, and delay what waits for its end. */
const REPLACING = 'worker-replacing'

/** Ends the drains of the worker that this one replaces after their current requests; a later event starts the next one. */
export function endDrainsOfOlderWorker(): void {
  const channel = new BroadcastChannel(REPLACING)
  channel.postMessage(null)
  channel.close()
}

/** Sends one account's work for as long as the browser keeps the worker alive, waiting through short pauses. */
async function drainAccount(
  { account, deps }: WorkerAccount,
  reason: SyncTrigger,
  { budgetMs, stop }: { readonly budgetMs: number; readonly stop: AbortSignal },
): Promise<Drained> {
  const end = clock.now() + budgetMs
  let trigger = reason
  for (;;) {
    const remainingMs = end - clock.now()
    const outcome = await runSync(account, deps, trigger, { budgetMs: remainingMs, stop })
    await updatePendingCopy(account.id, outcome.pendingCount)
    if (outcome.pendingCount === 0 && outcome.dueInMs === null) return { workLeft: false }
    const { dueInMs } = outcome
    // Work that needs a person or a login is no reason to wake up again.
    if (dueInMs === null) return { workLeft: false }
    if (clock.now() + dueInMs >= end) return { workLeft: await isSendable(account.db) }
    await wait(Math.max(250, dueInMs), stop)
    if (stop.aborted) return { workLeft: await isSendable(account.db) }
    trigger = 'timer'
  }
}

async function isSendable(db: WorkerAccount['account']['db']): Promise<boolean> {
  const { online, pendingCount, stuckCount } = await readStatus(db)
  if (pendingCount <= stuckCount) return false
  if (online === 'online' || online === 'no-internet') return true
  return online === 'company-blocked' && (await hasFreeWork(db))
}

/** More than the sales of weeks that one phone holds back. */
const MOST_READ = 10_000

/** Whether a company whose invoices wait for the authority has other work to send, and its queue is not paused. */
async function hasFreeWork(db: WorkerAccount['account']['db']): Promise<boolean> {
  const drain = await findMeta(db, 'drain')
  if (drain?.hold) return false
  const queued = [
    ...(await listEntriesInState(db, 'queued', MOST_READ)),
    ...(await listEntriesInState(db, 'sending', MOST_READ)),
  ]
  const waits = (code?: string | null) => code === 'COMPANY_BLOCKED_BY_TRA'
  return queued.some(({ type, last }) => !isHeldWhileBlocked(type) && !waits(last?.code))
}

async function drainAndNotify(
  entry: WorkerAccount,
  reason: SyncTrigger,
  limits: Parameters<typeof drainAccount>[2],
): Promise<Drained> {
  try {
    const drained = await drainAccount(entry, reason, limits)
    await notifyStaleWork(entry)
    await lockWhenIdle(entry)
    return drained
  } catch (error) {
    console.error('a drain failed', error)
    return { workLeft: true }
  }
}

/** Events that come while a page is there or about to be. */
const OF_PAGES: ReadonlySet<SyncTrigger> = new Set(['message', 'activate'])

/** Drains every account of this device, or one, each under its own name. Never throws when one fails. */
export async function drainAccounts(reason: SyncTrigger, budgetMs: number, only?: string): Promise<Drained> {
  const replaced = new AbortController()
  const channel = new BroadcastChannel(REPLACING)
  channel.onmessage = () => replaced.abort()
  try {
    const accounts = await openAccounts(only, OF_PAGES.has(reason))
    const limits = { budgetMs, stop: replaced.signal }
    const results = await Promise.all(accounts.map((entry) => drainAndNotify(entry, reason, limits)))
    return { workLeft: results.some((result) => result.workLeft) }
  } finally {
    channel.close()
  }
}
