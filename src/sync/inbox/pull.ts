import type { CallFailure, CallOutcome } from '#api/failure.ts'
import type { PullAnswer } from '#contract/sync.ts'
import { findMeta, INITIAL_DRAIN_STATE, NO_CONTACT, upsertMeta } from '#data/meta.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { isDisabledCode } from '#domain/permissions/disabled.ts'
import { ALL_RIGHTS, seesAllSales } from '#domain/permissions/operator-rights.ts'
import type { Account } from '#session/account.ts'
import { stateAfter, stateAfterServerContact } from '../connection/backoff.ts'
import type { NextAction } from '../connection/next-action.ts'
import { requestedDelay, retryDelay } from '../connection/retry-delay.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import { tryOrTakeOver } from '../connection/take-over.ts'
import { applyPage } from './apply-page.ts'
import { findPageSize, growPageSize, halvePageSize, PAGE_LIMITS } from './page-size.ts'
import { reprocessQuarantined } from './reprocess-quarantined.ts'
import { deletePulledRecords } from './reset.ts'

export type PullEnd =
  | { readonly kind: 'up-to-date'; readonly pages: number }
  | { readonly kind: 'more' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'busy' }

export type PullOptions = {
  readonly until: number
  readonly stop?: AbortSignal
  /** Asked after each page: something else is waiting to be sent, such as a sale made meanwhile. */
  readonly shouldYield?: () => boolean
  /** Aborts the current page; it is requested again. */
  readonly abandon?: AbortSignal
}

/** What the outbox does after a pull; `runSync` supplies it. Each returns whether it queued something. */
export type PullReactions = {
  /** The server was restored from a backup. Called before the pulled records are deleted. */
  readonly onServerRestored: (recover: NonNullable<PullAnswer['recover']>) => Promise<boolean>
  /** Everything that the server has is on this phone. */
  readonly onCaughtUp: () => Promise<boolean>
}

/** Fetches the changes of the server, page by page, until there are no more or the time is over. */
export async function pull(
  account: Account,
  deps: SyncDeps,
  options: PullOptions & PullReactions,
): Promise<PullEnd> {
  const end = await tryOrTakeOver(account, deps, 'pull', (renew) =>
    pullUnderLock(account, deps, { ...options, renew }),
  )
  return end ?? { kind: 'busy' }
}

async function pullUnderLock(
  account: Account,
  deps: SyncDeps,
  options: PullOptions & PullReactions & { readonly renew: () => Promise<void> },
): Promise<PullEnd> {
  const { until, stop, shouldYield, abandon, renew, onServerRestored, onCaughtUp } = options
  const { db } = account
  const { clock } = deps.ports
  // What a restored server has to get back is sent at once, and so is what waited for news in these pages.
  let mustSend = false
  const isOver = () => stop?.aborted || shouldYield?.() || clock.now() >= until
  await reprocessQuarantined(db)
  let upcoming: PageRequest | undefined
  let size = await findPageSize(account)
  try {
    for (let pages = 1; ; pages += 1) {
      const cursor = await findMeta(db, 'cursor')
      // What was pulled may have been deleted meanwhile: then the page asked for is another one.
      const request =
        upcoming?.cursor === cursor && upcoming ? upcoming : requestPage(deps, { cursor, size }, abandon)
      const { nonce, startedAt: requestStartedAt } = request
      if (pages > 1) await renew()
      const outcome = await request.outcome
      await deps.hooks?.['pull:page']?.()
      if (outcome.kind !== 'answered' && abandon?.aborted) return { kind: 'more' }
      // Another page took over while this one was frozen, and may be past this answer.
      if ((await findMeta(db, 'cursor')) !== cursor) return { kind: 'more' }
      // The line carries less than this: no reason to hold a sale back.
      if (outcome.kind === 'too-slow' && (await halvePageSize(account, request.size))) return { kind: 'more' }
      if (outcome.kind !== 'answered') return await updateAfterFailure(account, deps, outcome)
      const page = outcome.value
      if (page.nonce !== nonce) return await updateAfterFailure(account, deps, { kind: 'unreachable' })
      if (pages === 1) {
        await resetBackoff(account, requestStartedAt)
        if (await endDisabledPause(account)) mustSend = true
      }
      size = await growPageSize(account, size, {
        changes: page.changes.length,
        tookMs: clock.now() - requestStartedAt,
      })
      if (page.recover && (await onServerRestored(page.recover))) mustSend = true
      if (page.reset) {
        const keepsAll = seesAllSales(page.rights ?? ALL_RIGHTS)
        await deletePulledRecords(account, keepsAll ? 'all-sales' : 'own-sales')
        // That may take long with many records.
        await renew()
      }
      // The next page is on its way while this one is stored.
      upcoming = page.more && !isOver() ? requestPage(deps, { cursor: page.next, size }, abandon) : undefined
      const asked = { cursor: page.reset ? undefined : cursor }
      const applied = await applyPage(account, page, clock.now(), asked)
      if (applied === 'outdated') return { kind: 'more' }
      if (applied) mustSend = true
      if (!page.more && (await onCaughtUp())) mustSend = true
      if (!page.more) return mustSend ? { kind: 'more' } : { kind: 'up-to-date', pages }
      if (isOver()) return { kind: 'more' }
    }
  } finally {
    upcoming?.abort()
  }
}

type AskedPage = {
  readonly cursor: string | undefined
  /** The most changes in it. */
  readonly size: number
}

/** A page that was asked for. */
type PageRequest = AskedPage & {
  readonly nonce: string
  readonly startedAt: number
  readonly outcome: Promise<CallOutcome<PullAnswer>>
  abort(): void
}

function requestPage(
  { call, ports }: SyncDeps,
  { cursor, size }: AskedPage,
  abandon: AbortSignal | undefined,
): PageRequest {
  const nonce = ports.newId()
  const aborting = new AbortController()
  const { signal } = aborting
  if (abandon?.aborted) aborting.abort()
  abandon?.addEventListener('abort', () => aborting.abort(), { signal })
  const input = {
    nonce,
    limit: String(size),
    order: 'newest' as const,
    ...(cursor === undefined ? {} : { cursor }),
  }
  const startedAt = ports.clock.now()
  return {
    ...{ cursor, size },
    nonce,
    startedAt,
    outcome: call('sync.pull', input, { signal, ...PAGE_LIMITS }),
    abort: () => aborting.abort(),
  }
}

/** A page from our server ends the back-off: the next sale is sent at once. */
async function resetBackoff({ db }: Account, requestStartedAt: number): Promise<void> {
  const state = await findMeta(db, 'drain')
  if (!state || stateAfterServerContact(state, requestStartedAt) === state) return
  await workTransaction(db, async () => {
    const current = (await findMeta(db, 'drain')) ?? INITIAL_DRAIN_STATE
    await upsertMeta(db, 'drain', stateAfterServerContact(current, requestStartedAt))
  })
}

/** A page is answered to an enabled person only. Returns whether the queue had been paused because of that. */
async function endDisabledPause({ db }: Account): Promise<boolean> {
  const state = await findMeta(db, 'drain')
  if (!isDisabledCode(state?.hold?.code)) return false
  await upsertMeta(db, 'drain', INITIAL_DRAIN_STATE)
  return true
}

/** A failed pull delays the next attempts like a failed push: they use the same connection. */
async function updateAfterFailure(account: Account, deps: SyncDeps, failure: CallFailure): Promise<PullEnd> {
  const { db } = account
  const now = deps.ports.clock.now()
  const randomValue = deps.ports.random()
  await workTransaction(db, async () => {
    const state = (await findMeta(db, 'drain')) ?? INITIAL_DRAIN_STATE
    const contact = (await findMeta(db, 'contact')) ?? NO_CONTACT
    const nextAction = nextActionAfter(failure, state.failures, randomValue)
    const disabled = failure.kind === 'refused' && isDisabledCode(failure.code)
    const after = stateAfter(state, nextAction, now)
    // A paused account still reads: a wait that the server asked for counts in addition to the pause.
    if (disabled) {
      const hold = { kind: 'hold', paused: { kind: 'company', code: failure.code } } as const
      await upsertMeta(db, 'drain', stateAfter(state, hold, now))
    } else if (!state.hold) await upsertMeta(db, 'drain', after)
    else if (after.circuit) await upsertMeta(db, 'drain', { ...after, hold: state.hold })
    await upsertMeta(db, 'contact', { ...contact, online: failure.kind === 'refused' })
  })
  return { kind: 'failed' }
}

function nextActionAfter(failure: CallFailure, failures: number, random: number): NextAction {
  const isRefused = failure.kind === 'refused'
  const serverRetryAfterMs = isRefused ? failure.retryAfterMs : null
  const ms =
    serverRetryAfterMs === null ? retryDelay(failures, random) : requestedDelay(serverRetryAfterMs, random)
  return { kind: 'wait', ms, requestedByServer: serverRetryAfterMs !== null, online: isRefused }
}
