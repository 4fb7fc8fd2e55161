import type { BookInstruction } from '../../gateways/accounting/gateway.ts'
import type { StoredStep } from '../../storage/accounting/documents.ts'
import { updateStep } from '../../storage/accounting/steps.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { beforeSending, type ClaimedDocument, type StepResult, underClaim } from './step-result.ts'

/**
 * Looks after a refusal whether a person voided or deleted our invoice there; then only that person knows whether it should
 * be written once more. `undefined`: it is still there.
 */
export async function refusedAsVoided(
  keeper: Bookkeeper,
  steps: readonly StoredStep[],
  instruction: BookInstruction,
): Promise<StepResult | undefined> {
  const id = steps.find(({ step }) => step === 'invoice')?.their_id ?? null
  if (id === null || !('target' in instruction) || instruction.target !== id) return undefined
  const sale = await keeper.call((access) => keeper.gateway.sale(access, id, keeper.mapping))
  if (sale.kind !== 'ok') return beforeSending(sale)
  const isGone = sale.value === null || sale.value.state === 'void'
  return isGone ? { kind: 'attention', problem: 'voided', detail: '' } : undefined
}

/**
 * Notes an entry that only a person can judge: an invoice that was voided before its answer reached us, or a payment that
 * does not pay our invoice. `null`: the invoice was deleted, its id is known already.
 */
export async function noteForPerson(
  keeper: Bookkeeper,
  claimed: ClaimedDocument,
  step: StoredStep,
  problem: 'voided' | 'payment',
  id: string | null,
): Promise<StepResult> {
  const isMine = await underClaim(keeper, claimed, async (tx) => {
    const change = { state: 'unknown' as const, ...(id !== null && { their_id: id }) }
    await updateStep(tx, claimed.scope, step, change)
  })
  return isMine ? { kind: 'attention', problem, detail: '' } : { kind: 'lost' }
}
