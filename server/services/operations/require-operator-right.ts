import { type Instant, instantMs } from '#domain/calendar/east-africa.ts'
import type { Approval } from '#domain/permissions/operator-rights.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findOwnersAmong } from '../../storage/accounts/users.ts'
import type { Execution } from './execution.ts'

/** Until when each owner of the company may approve; `null` for who is active. */
type Approvers = ReadonlyMap<string, Instant | null>

/** Who of the people that approvals name may approve: the owners of the company. Read once for several operations. */
export async function findApprovers(
  { tx, scope }: Pick<Execution, 'tx' | 'scope'>,
  approvals: readonly (Approval | undefined)[],
): Promise<Approvers> {
  return await findOwnersAmong(tx, scope, [
    ...new Set(approvals.flatMap((approval) => approval?.userId ?? [])),
  ])
}

/**
 * Refuses with `FORBIDDEN` what the owner has not allowed this operator, unless an owner approved this very operation.
 * What an owner approved offline before being disabled stays approved. Returns what the audit trail says about it.
 */
export function requireOperatorRight(
  allowed: boolean,
  approval: Approval | undefined,
  approvers: Approvers,
): { readonly approvedBy?: string; readonly approvedAt?: string } {
  if (allowed) return {}
  const until = approval && approvers.get(approval.userId)
  if (!approval || until === undefined) throw new Refusal('FORBIDDEN')
  if (until !== null && instantMs(approval.at) >= instantMs(until)) throw new Refusal('FORBIDDEN')
  return { approvedBy: approval.userId, approvedAt: approval.at }
}
