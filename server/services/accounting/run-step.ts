import { randomUUID } from 'node:crypto'
import { strayId, strayStep } from '#domain/accounting/plan-steps.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { BookEntry, BookInstruction, BookOutcome } from '../../gateways/accounting/gateway.ts'
import { lockDocument, type StoredStep, updateDocument } from '../../storage/accounting/documents.ts'
import { insertSteps, listSteps, updateStep } from '../../storage/accounting/steps.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { differenceOf } from './difference-of.ts'
import { planAgain } from './plan-documents.ts'
import { receiptFile } from './receipt-file.ts'
import { renewContact } from './renew-contact.ts'
import { makeInstruction } from './step-instruction.ts'
import { beforeSending, type ClaimedDocument, type StepResult, underClaim } from './step-result.ts'
import { noteForPerson, refusedAsVoided } from './voided-invoice.ts'

/** Within this time the service repeats its first answer to the same key (Xero: six minutes, integrations §2.1). */
const SAME_KEY_MS = 5 * 60_000
/** After this time the first request cannot be running any more, and a look-up is final. */
const FINAL_MS = 7 * 60_000
/** A process that was stopped for longer than this does not send any more: another one may have taken the document. */
const SEND_WITHIN_MS = 60_000

/** Notes what the books hold; the step stays unknown where its figures are not those of the receipt. */
async function adopt(
  keeper: Bookkeeper,
  claimed: ClaimedDocument,
  step: StoredStep,
  instruction: BookInstruction,
  entry: BookEntry,
  state: 'done' | 'unknown' = 'done',
): Promise<StepResult> {
  const written = await underClaim(keeper, claimed, async (tx) => {
    await updateStep(tx, claimed.scope, step, { state, their_id: entry.id })
    if (instruction.kind === 'invoice')
      await updateDocument(tx, claimed.scope, step.invoice_id, { number: entry.number })
    if (instruction.kind === 'undo') await forgetUndone(tx, keeper, claimed, step)
  })
  if (written) return { kind: 'done', number: entry.number }
  if (instruction.kind === 'payment') await noteStray(keeper.services, claimed, step, entry)
  return { kind: 'lost' }
}

/**
 * A process that slept while another one worked may have paid what the other one paid: payments have no number, and a
 * service forgets its keys. The second payment is taken back once it is known which one counts.
 */
async function noteStray(
  { db, clock }: Bookkeeper['services'],
  { scope, invoice }: ClaimedDocument,
  step: StoredStep,
  entry: BookEntry,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const document = await lockDocument(tx, scope, invoice.id)
    const now = (await listSteps(tx, scope, invoice.id)).find((known) => known.step === step.step)
    if (!document || !now || now.their_id === entry.id) return
    const stray = { step: strayStep(step.step, entry.id), position: now.position, key: randomUUID() }
    await insertSteps(tx, scope, invoice.id, [stray])
    const isOver = document.state === 'done' || document.state === 'nothing'
    if (isOver)
      await updateDocument(tx, scope, invoice.id, {
        ...{ state: 'waiting', next_attempt_at: toInstant(clock.now()) },
      })
  })
}

/** A part that was taken back was never there: the credit note is planned again, with the payments of now. */
async function forgetUndone(
  tx: Db,
  { gateway: { provider }, attaches }: Bookkeeper,
  { scope, invoice }: ClaimedDocument,
  undo: StoredStep,
): Promise<void> {
  const part = { ...undo, step: undo.step.replace(/^undo:/, '') }
  for (const step of [undo, part]) await updateStep(tx, scope, step, { state: 'waiting' })
  await planAgain(tx, scope, { provider, attaches }, invoice)
}

async function settle(
  keeper: Bookkeeper,
  claimed: ClaimedDocument,
  steps: readonly StoredStep[],
  step: StoredStep,
  instruction: BookInstruction,
  outcome: BookOutcome<BookEntry>,
): Promise<StepResult> {
  /** A process that was slow must not undo what another one noted since. */
  const noted = async (state: StoredStep['state'], result: StepResult): Promise<StepResult> => {
    const isMine = await underClaim(keeper, claimed, async (tx) => {
      await updateStep(tx, claimed.scope, step, { state })
    })
    return isMine ? result : { kind: 'lost' }
  }
  switch (outcome.kind) {
    case 'ok':
      return await adoptFound(keeper, claimed, step, instruction, outcome.value, true)
    case 'refused': {
      if (instruction.kind === 'unpay' || instruction.kind === 'undo' || instruction.kind === 'void') {
        // A person may have taken it back there already.
        const found = await keeper.call((access) => keeper.gateway.find(access, instruction))
        if (found.kind === 'ok' && found.value !== null)
          return await adopt(keeper, claimed, step, instruction, found.value)
      }
      const renewed = await renewContact(keeper, claimed, steps, step, instruction)
      if (renewed?.kind === 'again' || renewed?.kind === 'lost') return renewed
      const { problem, detail } = outcome
      const cause = renewed ?? (await refusedAsVoided(keeper, steps, instruction))
      return await noted('waiting', cause ?? { kind: 'attention', problem, detail })
    }
    case 'duplicate': {
      const { detail } = outcome
      const found = await keeper.call((access) => keeper.gateway.find(access, instruction))
      if (found.kind === 'ok' && found.value !== null)
        return await adoptFound(keeper, claimed, step, instruction, found.value)
      return found.kind === 'ok'
        ? await noted('waiting', { kind: 'attention', problem: 'refused', detail })
        : await noted('waiting', { kind: 'later', detail })
    }
    case 'again':
    case 'unknown':
      return await noted('unknown', { kind: 'later', detail: outcome.detail })
    case 'limited':
      // The limit may have been noticed after the work: looked up before it is sent again.
      return await noted('unknown', { kind: 'paused', waitMs: outcome.waitMs })
    default:
      return await noted('waiting', { kind: 'ended' })
  }
}

/**
 * An entry of the books: done when its figures are equal. With others it needs a person: one that we wrote (`isOurs`) is
 * looked up again until they agree, any other is another document. So does an invoice that a person voided, and money
 * that pays something else there.
 */
async function adoptFound(
  keeper: Bookkeeper,
  claimed: ClaimedDocument,
  step: StoredStep,
  instruction: BookInstruction,
  found: BookEntry,
  isOurs = step.their_id === found.id,
): Promise<StepResult> {
  if (instruction.kind === 'invoice' && found.isVoid === true)
    return claimed.invoice.status === 'canceled'
      ? await adopt(keeper, claimed, step, instruction, found)
      : await noteForPerson(keeper, claimed, step, 'voided', found.id)
  if (found.isLoose === true && claimed.invoice.status !== 'canceled')
    return await noteForPerson(keeper, claimed, step, 'payment', found.id)
  const difference = differenceOf(instruction, found)
  if (difference === undefined) return await adopt(keeper, claimed, step, instruction, found)
  if (!isOurs) return { kind: 'attention', problem: 'changed', detail: difference }
  const noted = await adopt(keeper, claimed, step, instruction, found, 'unknown')
  return noted.kind === 'done' ? { kind: 'attention', problem: 'total', detail: difference } : noted
}

/** What was written down for a step; money is for the invoice of now, which is another one once it was written again. */
function payingNow(
  instruction: BookInstruction | null,
  steps: readonly StoredStep[],
): BookInstruction | null {
  const target = steps.find(({ step }) => step === 'invoice')?.their_id ?? null
  return instruction?.kind === 'payment' && target !== null ? { ...instruction, target } : instruction
}

/**
 * Does one step of a document once. It is written down before it leaves; after a lost answer or a lost process it is
 * looked up first, and sent again with the same bytes and key, or with a new key when no look-up can be wrong any more.
 */
export async function runStep(
  keeper: Bookkeeper,
  claimed: ClaimedDocument,
  steps: readonly StoredStep[],
  step: StoredStep,
): Promise<StepResult> {
  const { services, gateway } = keeper
  const { scope, invoice } = claimed
  const stray = strayId(step.step)
  // The process that counts found the payment of the other one.
  if (stray !== undefined && steps.some(({ their_id: id }) => id === stray)) {
    const kept = { id: stray, number: '', total: null, tax: null }
    return await adopt(keeper, claimed, step, { kind: 'unpay', target: stray }, kept)
  }
  // What was written with other figures is only voided.
  if (invoice.status === 'canceled' && step.their_id !== null) {
    const kept = { id: step.their_id, number: '', total: null, tax: null }
    return await adopt(keeper, claimed, step, { kind: 'unpay', target: step.their_id }, kept)
  }
  let key = step.request_key
  let instruction = payingNow(step.instruction as BookInstruction | null, steps)
  const wasSent = step.state === 'sending' || step.state === 'unknown'
  if (wasSent && instruction !== null) {
    const sent: BookInstruction = instruction
    const found = await keeper.call((access) => gateway.find(access, sent))
    if (found.kind !== 'ok') return beforeSending(found)
    const isAskedFor = step.their_id !== null && step.sent_at === null
    if (found.value !== null && !(found.value.isVoid === true && isAskedFor))
      return await adoptFound(keeper, claimed, step, sent, found.value)
    if (step.their_id !== null) {
      if (sent.kind === 'invoice' && !isAskedFor)
        return await noteForPerson(keeper, claimed, step, 'voided', null)
      // A person took it away there and asks for it here: it is made again with the choices of today.
      instruction = null
      key = randomUUID()
    }
    const age = services.clock.now() - Date.parse(step.sent_at ?? '1970-01-01T00:00:00.000Z')
    if (step.their_id === null && gateway.provider === 'xero' && age >= SAME_KEY_MS) {
      if (age < FINAL_MS) return { kind: 'later', detail: '', afterMs: FINAL_MS - age }
      key = randomUUID()
    }
  }
  if (instruction === null) {
    const made = await makeInstruction(keeper, scope, invoice, steps, step.step)
    if (made.kind !== 'ok') return beforeSending(made)
    instruction = made.value
  }
  const nowMs = services.clock.now()
  const now = toInstant(nowMs)
  const written: BookInstruction = instruction
  const isMine = await underClaim(keeper, claimed, async (tx) => {
    await updateStep(tx, scope, step, {
      ...{ state: 'sending', instruction: JSON.stringify(written), request_key: key, their_id: null },
      // The age counts from the first request under this key.
      ...((key !== step.request_key || step.sent_at === null) && { sent_at: now }),
    })
  })
  if (!isMine) return { kind: 'lost' }
  services.onCrashPoint?.('book:marked')
  const file = written.kind === 'attach' ? await receiptFile(services.db, scope, invoice) : undefined
  const outcome = await keeper.call(async (access) =>
    services.clock.now() - nowMs > SEND_WITHIN_MS
      ? { kind: 'again', detail: 'too late to send' }
      : await gateway.write(access, written, key, file),
  )
  services.onCrashPoint?.('book:answered')
  return await settle(keeper, claimed, steps, step, written, outcome)
}
