import { randomUUID } from 'node:crypto'
import type { BookProblem } from '#domain/accounting/book-problem.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import type { BookEntry, BookInstruction, BookOutcome } from '../../gateways/accounting/gateway.ts'
import {
  type ConnectionScope,
  lockDocument,
  type StoredStep,
  updateDocument,
} from '../../storage/accounting/documents.ts'
import { updateStep } from '../../storage/accounting/steps.ts'
import type { Db } from '../../storage/schema.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { makeInstruction } from './step-instruction.ts'

/** What came of a step; `paused`: the whole connection waits; `lost`: another process has taken the document. */
export type StepResult =
  | { readonly kind: 'done'; readonly number: string }
  | { readonly kind: 'attention'; readonly problem: BookProblem; readonly detail: string }
  | { readonly kind: 'later'; readonly detail: string; readonly afterMs?: number }
  | { readonly kind: 'paused'; readonly waitMs: number }
  | { readonly kind: 'ended' | 'lost' }

/** The document that a process works on, under its claim. */
export type ClaimedDocument = {
  readonly scope: ConnectionScope
  readonly invoice: NumberedInvoice
  readonly claim: string
}

/** Within this time the service repeats its first answer to the same key (Xero: six minutes, integrations §2.1). */
const SAME_KEY_MS = 5 * 60_000
/** After this time the first request cannot be running any more, and a look-up is final. */
const FINAL_MS = 7 * 60_000

/** Writes under the claim: `false` when another process has taken the document over. */
async function underClaim(
  keeper: Bookkeeper,
  { scope, invoice, claim }: ClaimedDocument,
  write: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return await keeper.services.db.transaction().execute(async (tx) => {
    const stored = await lockDocument(tx, scope, invoice.id)
    if (stored?.claimed_by !== claim) return false
    await write(tx)
    return true
  })
}

/** Takes over what the books hold, when its figures are those of the receipt. */
async function adopt(
  keeper: Bookkeeper,
  claimed: ClaimedDocument,
  step: StoredStep,
  instruction: BookInstruction,
  entry: BookEntry,
): Promise<StepResult> {
  const written = await underClaim(keeper, claimed, async (tx) => {
    await updateStep(tx, claimed.scope, step, { state: 'done', their_id: entry.id })
    if (instruction.kind === 'invoice')
      await updateDocument(tx, claimed.scope, step.invoice_id, { number: entry.number })
  })
  return written ? { kind: 'done', number: entry.number } : { kind: 'lost' }
}

/** A difference in cents between the books and the receipt, in words; `undefined`: none. */
function differenceOf(instruction: BookInstruction, { total, tax }: BookEntry): string | undefined {
  if (instruction.kind === 'unpay' || instruction.kind === 'void') return undefined
  const isSale = instruction.kind === 'invoice' || instruction.kind === 'credit'
  const expected = isSale ? instruction.document.total : instruction.amount
  if (total !== null && total !== expected) return `${total / 100} / ${expected / 100}`
  if (isSale && tax !== null && tax !== instruction.document.tax)
    return `${tax / 100} / ${instruction.document.tax / 100}`
  return undefined
}

async function settle(
  keeper: Bookkeeper,
  claimed: ClaimedDocument,
  step: StoredStep,
  instruction: BookInstruction,
  outcome: BookOutcome<BookEntry>,
): Promise<StepResult> {
  const { scope } = claimed
  switch (outcome.kind) {
    case 'ok': {
      const difference = differenceOf(instruction, outcome.value)
      const adopted = await adopt(keeper, claimed, step, instruction, outcome.value)
      if (adopted.kind !== 'done' || difference === undefined) return adopted
      return { kind: 'attention', problem: 'total', detail: difference }
    }
    case 'refused':
      await updateStep(keeper.services.db, scope, step, { state: 'waiting' })
      return { kind: 'attention', problem: outcome.problem, detail: outcome.detail }
    case 'duplicate': {
      const found = await keeper.call((access) => keeper.gateway.find(access, instruction))
      if (found.kind === 'ok' && found.value !== null)
        return await adoptFound(keeper, claimed, step, instruction, found.value)
      await updateStep(keeper.services.db, scope, step, { state: 'waiting' })
      if (found.kind === 'ok') return { kind: 'attention', problem: 'refused', detail: outcome.detail }
      return { kind: 'later', detail: outcome.detail }
    }
    case 'again':
    case 'unknown':
      await updateStep(keeper.services.db, scope, step, { state: 'unknown' })
      return { kind: 'later', detail: outcome.detail }
    case 'limited':
      // The limit may have been noticed after the work: looked up before it is sent again.
      await updateStep(keeper.services.db, scope, step, { state: 'unknown' })
      return { kind: 'paused', waitMs: outcome.waitMs }
    default:
      await updateStep(keeper.services.db, scope, step, { state: 'waiting' })
      return { kind: 'ended' }
  }
}

/** What a failure means while nothing of the step was sent. */
function beforeSending(outcome: Exclude<BookOutcome<never>, { kind: 'ok' }>): StepResult {
  switch (outcome.kind) {
    case 'refused':
      return { kind: 'attention', problem: outcome.problem, detail: outcome.detail }
    case 'limited':
      return { kind: 'paused', waitMs: outcome.waitMs }
    case 'expired':
    case 'ended':
      return { kind: 'ended' }
    default:
      return { kind: 'later', detail: outcome.detail }
  }
}

/** An entry that was there already: ours when its figures are equal, another document otherwise. */
async function adoptFound(
  keeper: Bookkeeper,
  claimed: ClaimedDocument,
  step: StoredStep,
  instruction: BookInstruction,
  found: BookEntry,
): Promise<StepResult> {
  const difference = differenceOf(instruction, found)
  if (difference === undefined) return await adopt(keeper, claimed, step, instruction, found)
  return { kind: 'attention', problem: 'changed', detail: difference }
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
  let key = step.request_key
  let instruction = step.instruction as BookInstruction | null
  const wasSent = step.state === 'sending' || step.state === 'unknown'
  if (wasSent && instruction !== null) {
    const sent: BookInstruction = instruction
    const found = await keeper.call((access) => gateway.find(access, sent))
    if (found.kind === 'ok' && found.value !== null)
      return await adoptFound(keeper, claimed, step, sent, found.value)
    if (found.kind !== 'ok') return beforeSending(found)
    const age = services.clock.now() - Date.parse(step.sent_at ?? '1970-01-01T00:00:00.000Z')
    if (gateway.provider === 'xero' && age >= SAME_KEY_MS) {
      if (age < FINAL_MS) return { kind: 'later', detail: '', afterMs: FINAL_MS - age }
      key = randomUUID()
    }
  }
  if (instruction === null) {
    const made = await makeInstruction(keeper, scope, invoice, steps, step.step)
    if (made.kind !== 'ok') return beforeSending(made)
    instruction = made.value
  }
  const now = toInstant(services.clock.now())
  const written: BookInstruction = instruction
  const isMine = await underClaim(keeper, claimed, async (tx) => {
    await updateStep(tx, scope, step, {
      ...{ state: 'sending', instruction: JSON.stringify(written), request_key: key },
      // The age counts from the first request under this key.
      ...((key !== step.request_key || step.sent_at === null) && { sent_at: now }),
    })
  })
  if (!isMine) return { kind: 'lost' }
  services.onCrashPoint?.('book:marked')
  const outcome = await keeper.call((access) => gateway.write(access, written, key))
  services.onCrashPoint?.('book:answered')
  return await settle(keeper, claimed, step, written, outcome)
}
