import { type Contact, findMeta, INITIAL_DRAIN_STATE, NO_CONTACT, upsertMeta } from '#data/meta.ts'
import { findEntries, updateEntries } from '#data/outbox-entries.ts'
import { refreshPending } from '#data/records.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { stateAfter } from '../connection/backoff.ts'
import type { NextAction } from '../connection/next-action.ts'
import { afterAttempt } from './after-attempt.ts'
import { applyResults } from './apply-result.ts'
import { blockDependents } from './dependents.ts'
import { beginEpoch } from './enqueue.ts'
import type { PushOutcome } from './push-batch.ts'
import { isWidespread } from './widespread-errors.ts'

export type Settling = {
  readonly sent: readonly OutboxEntry[]
  readonly attemptId: string
  readonly pushed: PushOutcome
  readonly now: number
  readonly random: number
}

/** The contact after an attempt: whether our server answered, and how far this phone's clock is from its. */
export function contactAfter(before: Contact, settling: Pick<Settling, 'pushed' | 'now'>): Contact {
  const { outcome, nonce } = settling.pushed
  if (settling.pushed.by === 'nobody') return before
  if (outcome.kind === 'answered' && outcome.value.nonce === nonce) {
    const serverMs = instantMs(outcome.value.serverTime)
    return {
      ...before,
      online: true,
      lastContactAt: toInstant(settling.now),
      clockSkewMs: serverMs - settling.now,
      clock: { serverMs, phoneMs: settling.now },
      // An answer that is late says less than the last one.
      contiguousDeviceSeq: Math.max(before.contiguousDeviceSeq, outcome.value.contiguousDeviceSeq),
    }
  }
  return outcome.kind === 'refused'
    ? { ...before, online: true, lastContactAt: toInstant(settling.now) }
    : { ...before, online: false }
}

/**
 * Stores the result of an attempt in one transaction: entries, records, totals, contact and the next pause. Changes
 * only entries that still have this attempt, the same text and the same id; the others have changed since.
 */
export function settle(account: Account, settling: Settling): Promise<NextAction> {
  const { db } = account
  const { sent, attemptId, pushed, now, random } = settling
  return workTransaction(db, async () => {
    const current = await findEntries(
      db,
      sent.map((entry) => entry.seq),
    )
    const ours = current.filter((entry, index): entry is OutboxEntry => {
      const was = sent[index]
      return (
        entry?.state === 'sending' &&
        entry.lease?.attemptId === attemptId &&
        entry.opId === was?.opId &&
        entry.bodyHash === was.bodyHash
      )
    })
    const state = (await findMeta(db, 'drain')) ?? INITIAL_DRAIN_STATE
    const { failures } = state
    const { outcome, nonce } = pushed
    const contact = (await findMeta(db, 'contact')) ?? NO_CONTACT
    const widespread = await isWidespread(db, outcome, ours, contact)
    const after = afterAttempt({
      ...{ outcome, nonce, entries: ours, size: sent.length, widespread, failures, now, random },
    })
    await updateEntries(db, after.entries, ours)
    const at = toInstant(now)
    const orderingKeys = new Set(await applyResults(db, after.results, at))
    for (const entry of after.entries) {
      if (entry.state !== 'attention' || entry.last?.kind === 'refused') continue
      orderingKeys.add(entry.lane)
      for (const orderingKey of await blockDependents(db, entry)) orderingKeys.add(orderingKey)
    }
    await refreshPending(db, orderingKeys)
    await upsertMeta(db, 'drain', stateAfter(state, after.nextAction, now))
    await upsertMeta(db, 'contact', {
      ...contactAfter(contact, settling),
      ...(after.results.length > 0 ? { lastResultAt: at } : {}),
    })
    if (outcome.kind === 'answered' && outcome.value.nonce === nonce && outcome.value.forked)
      await beginEpoch(db, db.ports.newId())
    return after.nextAction
  })
}
