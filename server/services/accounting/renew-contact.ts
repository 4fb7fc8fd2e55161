import { randomUUID } from 'node:crypto'
import type { BookInstruction } from '../../gateways/accounting/gateway.ts'
import { findSaleTo, replaceContact } from '../../storage/accounting/contact-links.ts'
import type { StoredStep } from '../../storage/accounting/documents.ts'
import { updateStep } from '../../storage/accounting/steps.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { beforeSending, type ClaimedDocument, type StepResult, underClaim } from './step-result.ts'

/**
 * Looks after a refusal whether a person archived or merged the contact there, and lets the step be made again with the
 * contact that counts now: the same one, active again, the one it was merged into, or a new one. What follows an invoice
 * must have the contact of that invoice, so it never gets a new one. `undefined`: the contact is not the cause.
 */
export async function renewContact(
  keeper: Bookkeeper,
  claimed: ClaimedDocument,
  steps: readonly StoredStep[],
  step: StoredStep,
  instruction: BookInstruction,
): Promise<StepResult | undefined> {
  if (!('contact' in instruction)) return undefined
  const { services, gateway } = keeper
  const { scope } = claimed
  const { contact } = instruction
  const isSale = instruction.kind === 'invoice'
  const booked = steps.find((known) => known.step === 'invoice')
  const sale = isSale ? await findSaleTo(services.db, scope, contact) : (booked?.their_id ?? null)
  const key = `renew-${scope.connectionId}-${contact}`
  const outcome = await keeper.call((access) => gateway.renewContact(access, contact, sale, key))
  if (outcome.kind !== 'ok') return beforeSending(outcome)
  const renewed = outcome.value
  if (renewed.kind === 'usable') return undefined
  if (renewed.kind === 'gone' && !isSale) return { kind: 'attention', problem: 'contact', detail: '' }
  const next = renewed.kind === 'gone' ? null : renewed.id
  const isMine = await underClaim(keeper, claimed, async (tx) => {
    await replaceContact(tx, scope, contact, next)
    if (next !== null && !isSale && booked?.instruction) {
      const moved = JSON.stringify({ ...booked.instruction, contact: next })
      await updateStep(tx, scope, booked, { instruction: moved })
    }
    // It was refused, so it is not there: another request under a new key.
    const waiting = { state: 'waiting' as const, instruction: null, request_key: randomUUID(), sent_at: null }
    await updateStep(tx, scope, step, waiting)
  })
  return { kind: isMine ? 'again' : 'lost' }
}
