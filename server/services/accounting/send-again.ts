import { randomUUID } from 'node:crypto'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { type ConnectionScope, updateDocument } from '../../storage/accounting/documents.ts'
import { listSteps, updateStep } from '../../storage/accounting/steps.ts'
import type { Db } from '../../storage/schema.ts'

/** Lets a locked document be sent again: refused steps are made again under a new key, unknown ones are looked up first. */
export async function sendAgain(
  tx: Db,
  scope: ConnectionScope,
  invoiceId: string,
  now: Instant,
): Promise<void> {
  for (const step of await listSteps(tx, scope, invoiceId)) {
    if (step.state === 'waiting')
      await updateStep(tx, scope, step, { request_key: randomUUID(), instruction: null, sent_at: null })
  }
  await updateDocument(tx, scope, invoiceId, {
    ...{ state: 'waiting', problem: null, detail: '', attempts: 0, unknown_since: null },
    ...{ next_attempt_at: now, changed_at: now },
  })
}
