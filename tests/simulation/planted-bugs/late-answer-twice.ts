import * as v from 'valibot'
import { operationResultSchema } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { applyResults } from '#sync/outbox/apply-result.ts'
import { type Pushed, pushBatch as push } from '#sync/outbox/push-batch.ts'
import { workTransaction } from '#sync/work-transaction.ts'

const PATIENCE_MS = 20_000

/** Planted: an answer that comes after its attempt was given up is applied all the same. */
export const pushBatch: typeof push = async (account, deps, entries, ...rest) => {
  const { clock, wait } = deps.ports
  const patient = {
    ...deps,
    call: (name: never, input: never) => deps.call(name, input, { timeoutMs: 10 * PATIENCE_MS }),
  }
  const answer = push(account, patient as typeof deps, entries, ...rest)
  const late: Pushed = { outcome: { kind: 'too-slow' }, nonce: '', by: 'bearer' }
  const first = await Promise.race([answer, wait(PATIENCE_MS).then(() => late)])
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
