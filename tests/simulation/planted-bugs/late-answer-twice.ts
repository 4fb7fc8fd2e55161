import * as v from 'valibot'
import { operationResultSchema } from '#contract/sync.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { applyResults } from '#sync/outbox/apply-result.ts'
import { type PushOutcome, pushBatch as push } from '#sync/outbox/push-batch.ts'

const TIMEOUT_MS = 20_000

/** Planted: an answer that comes after its attempt was given up is applied all the same. */
export const pushBatch: typeof push = async (account, deps, entries, ...rest) => {
  const { clock, wait } = deps.ports
  const waiting = {
    ...deps,
    call: (name: never, input: never) => deps.call(name, input, { timeoutMs: 10 * TIMEOUT_MS }),
  }
  const answer = push(account, waiting as typeof deps, entries, ...rest)
  const late: PushOutcome = { outcome: { kind: 'too-slow' }, nonce: '', by: 'bearer' }
  const first = await Promise.race([answer, wait(TIMEOUT_MS).then(() => late)])
  if (first !== late) return first
  void answer.then(async ({ outcome }) => {
    if (outcome.kind !== 'answered') return
    for (const raw of outcome.value.results) {
      const parsed = v.safeParse(operationResultSchema, raw)
      const entry = parsed.success && entries.find(({ opId }) => opId === parsed.output.opId)
      if (!entry) continue
      const at = toInstant(clock.now())
      await workTransaction(account.db, () =>
        applyResults(account.db, [{ entry, result: parsed.output }], at),
      )
    }
  })
  return late
}
