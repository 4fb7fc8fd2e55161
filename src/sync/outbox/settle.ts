import { AT_REST, type Contact, NO_CONTACT, readMeta, writeMeta } from '#data/meta.ts'
import { putEntries, readEntries } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { refreshPending } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'
import { afterAttempt, type Directive } from './after-attempt.ts'
import { applyResults } from './apply-result.ts'
import { blockBehind } from './dependants.ts'
import { stateAfter } from './gate.ts'
import type { Pushed } from './push-batch.ts'

export type Settling = {
  readonly sent: readonly OutboxEntry[]
  readonly attemptId: string
  readonly pushed: Pushed
  readonly now: number
  readonly random: number
}

/** The contact after an attempt: whether our server spoke, and how far this phone's clock is from its. */
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
      contiguousDeviceSeq: outcome.value.contiguousDeviceSeq,
    }
  }
  return outcome.kind === 'refused'
    ? { ...before, online: true, lastContactAt: toInstant(settling.now) }
    : { ...before, online: false }
}

/**
 * Stores what an attempt brought, in one transaction: entries, records, totals, contact and the next pause. Only
 * entries that still carry this attempt, the same text and the same id are touched; anything else was overtaken.
 */
export function settle(account: Account, settling: Settling): Promise<Directive> {
  const { db } = account
  const { sent, attemptId, pushed, now, random } = settling
  return workTransaction(db, async () => {
    const current = await readEntries(
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
    const state = (await readMeta(db, 'drain')) ?? AT_REST
    const { failures } = state
    const { outcome, nonce } = pushed
    const after = afterAttempt({ outcome, nonce, entries: ours, size: sent.length, failures, now, random })
    await putEntries(db, after.entries, ours)
    const at = toInstant(now)
    const lanes = new Set(await applyResults(db, after.results, at))
    for (const entry of after.entries) {
      if (entry.state !== 'attention' || entry.last?.kind === 'refused') continue
      lanes.add(entry.lane)
      for (const lane of await blockBehind(db, entry)) lanes.add(lane)
    }
    await refreshPending(db, lanes)
    await writeMeta(db, 'drain', stateAfter(state, after.directive, now))
    await writeMeta(db, 'contact', contactAfter((await readMeta(db, 'contact')) ?? NO_CONTACT, settling))
    return after.directive
  })
}
