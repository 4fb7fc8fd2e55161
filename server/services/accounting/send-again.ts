import { randomUUID } from 'node:crypto'
import type { Instant } from '#domain/calendar/east-africa.ts'
import {
  type ConnectionScope,
  lockDocument,
  type StoredStep,
  updateDocument,
} from '../../storage/accounting/documents.ts'
import { listSteps, updateStep } from '../../storage/accounting/steps.ts'
import type { Db } from '../../storage/schema.ts'

/** What must follow an invoice that is written once more: `money` is looked up first, because it may still be there. */
function followsInvoice({ step }: StoredStep, steps: readonly StoredStep[]): 'money' | 'rest' | undefined {
  const [kind = '', subject = ''] = step.split(/:(.*)/s)
  if (kind === 'invoice' || kind === 'payment') return 'money'
  if (kind === 'collect')
    return steps.some((other) => other.step === `uncollect:${subject}`) ? undefined : 'money'
  return kind === 'apply' || kind === 'attach' ? 'rest' : undefined
}

/**
 * Lets a locked document be sent again as a person asks: refused steps are made again under a new key, unknown ones are
 * looked up first. An invoice that is voided or gone there is written once more, with what follows it: known by its id and
 * no time of sending.
 */
export async function sendAgain(
  tx: Db,
  scope: ConnectionScope,
  invoiceId: string,
  now: Instant,
): Promise<void> {
  const isVoided = (await lockDocument(tx, scope, invoiceId))?.problem === 'voided'
  const steps = await listSteps(tx, scope, invoiceId)
  for (const step of steps) {
    const follows = isVoided && step.state === 'done' ? followsInvoice(step, steps) : undefined
    if (step.state === 'waiting' || follows === 'rest')
      await updateStep(tx, scope, step, {
        ...{ state: 'waiting', request_key: randomUUID(), instruction: null, sent_at: null, their_id: null },
      })
    else if (follows === 'money' || (step.state === 'unknown' && step.their_id !== null))
      await updateStep(tx, scope, step, { state: 'unknown', sent_at: null })
  }
  await updateDocument(tx, scope, invoiceId, {
    ...{ state: 'waiting', problem: null, detail: '', attempts: 0, unknown_since: null },
    ...{ next_attempt_at: now, changed_at: now },
  })
}
