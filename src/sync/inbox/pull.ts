import type { CallFailure } from '#api/failure.ts'
import { guarded } from '#data/guard.ts'
import { AT_REST, NO_CONTACT, readMeta, writeMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from '../deps.ts'
import type { Directive } from '../outbox/after-attempt.ts'
import { stateAfter, stateAfterWord } from '../outbox/gate.ts'
import { askedDelay, retryDelay } from '../outbox/retry-delay.ts'
import { workTransaction } from '../work-transaction.ts'
import { applyPage } from './apply-page.ts'
import { endProved } from './end-proved.ts'
import { forgetPulled } from './reset.ts'
import { returnCatalogue } from './return-catalogue.ts'
import { returnReceipts } from './return-receipts.ts'
import { takeUpAside } from './take-up-aside.ts'

const PAGE_SIZE = '500'

export type PullEnd =
  | { readonly kind: 'up-to-date'; readonly pages: number }
  | { readonly kind: 'more' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'busy' }

export type PullOptions = {
  readonly until: number
  readonly stop?: AbortSignal
  /** Asked after each page: something else waits for the line, such as a sale made meanwhile. */
  readonly isAwaited?: () => boolean
  /** Gives the page under way up; it is asked for again. */
  readonly hurry?: AbortSignal
}

/** Fetches what changed on the server, page by page, until nothing is left or the time is over. */
export async function pull(account: Account, deps: SyncDeps, options: PullOptions): Promise<PullEnd> {
  const end = await deps.locks.ifFree(`pull:${account.id}`, () => pullUnderLock(account, deps, options))
  return end ?? { kind: 'busy' }
}

async function pullUnderLock(
  account: Account,
  deps: SyncDeps,
  { until, stop, isAwaited, hurry }: PullOptions,
): Promise<PullEnd> {
  const { db } = account
  const { clock, newId } = deps.ports
  // What a restored server has to be given back goes out at once.
  let owes = false
  await takeUpAside(db)
  for (let pages = 1; ; pages += 1) {
    const cursor = await guarded(db, () => readMeta(db, 'cursor'))
    const nonce = newId()
    const asked = clock.now()
    const outcome = await deps.call(
      'sync.pull',
      { nonce, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) },
      hurry ? { signal: hurry } : {},
    )
    await deps.hooks?.['pull:page']?.()
    if (outcome.kind !== 'answered' && hurry?.aborted) return { kind: 'more' }
    if (outcome.kind !== 'answered') return noteFailure(account, deps, outcome)
    const page = outcome.value
    if (page.nonce !== nonce) return noteFailure(account, deps, { kind: 'unreachable' })
    if (pages === 1) await noteWord(account, asked)
    if (page.recover && (await returnReceipts(account, deps.ports, page.recover))) owes = true
    if (page.reset) await forgetPulled(account)
    await applyPage(account, page, clock.now())
    if (!page.more && (await returnCatalogue(account, deps.ports))) owes = true
    if (!page.more) await endProved(account, clock.now())
    if (!page.more) return owes ? { kind: 'more' } : { kind: 'up-to-date', pages }
    if (stop?.aborted || isAwaited?.() || clock.now() >= until) return { kind: 'more' }
  }
}

/** A page of our server ends the back-off: the next sale goes out at once. */
async function noteWord({ db }: Account, asked: number): Promise<void> {
  const state = await guarded(db, () => readMeta(db, 'drain'))
  if (!state || stateAfterWord(state, asked) === state) return
  await workTransaction(db, async () => {
    const current = (await readMeta(db, 'drain')) ?? AT_REST
    await writeMeta(db, 'drain', stateAfterWord(current, asked))
  })
}

/** A pull that failed holds up the next attempts like a push that failed: they use the same line. */
async function noteFailure(account: Account, deps: SyncDeps, failure: CallFailure): Promise<PullEnd> {
  const { db } = account
  const now = deps.ports.clock.now()
  const spread = deps.ports.random()
  await workTransaction(db, async () => {
    const state = (await readMeta(db, 'drain')) ?? AT_REST
    const contact = (await readMeta(db, 'contact')) ?? NO_CONTACT
    const directive = directiveOf(failure, state.failures, spread)
    const after = stateAfter(state, directive, now)
    // A held account still reads: what the server asks for counts beside the hold.
    if (!state.hold) await writeMeta(db, 'drain', after)
    else if (after.circuit) await writeMeta(db, 'drain', { ...after, hold: state.hold })
    await writeMeta(db, 'contact', { ...contact, online: failure.kind === 'refused' })
  })
  return { kind: 'failed' }
}

function directiveOf(failure: CallFailure, failures: number, random: number): Directive {
  const refused = failure.kind === 'refused'
  const asked = refused ? failure.retryAfterMs : null
  const ms = asked === null ? retryDelay(failures, random) : askedDelay(asked, random)
  return { kind: 'wait', ms, circuit: asked !== null, online: refused }
}
