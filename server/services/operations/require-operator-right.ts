import type { Approval } from '#domain/permissions/operator-rights.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findOwnersAmong } from '../../storage/accounts/users.ts'
import type { Execution } from './execution.ts'

/** Who of the people that approvals name may approve: the owners of the company. Read once for several operations. */
export async function findApprovers(
  { tx, scope }: Pick<Execution, 'tx' | 'scope'>,
  approvals: readonly (Approval | undefined)[],
): Promise<ReadonlySet<string>> {
  return await findOwnersAmong(tx, scope, [
    ...new Set(approvals.flatMap((approval) => approval?.userId ?? [])),
  ])
}

/**
 * Refuses with `FORBIDDEN` what the owner has not allowed this operator, unless an owner approved this very operation.
 * Returns what the audit trail says about it.
 */
export function requireOperatorRight(
  allowed: boolean,
  approval: Approval | undefined,
  approvers: ReadonlySet<string>,
): { readonly approvedBy?: string; readonly approvedAt?: string } {
  if (allowed) return {}
  if (approval === undefined || !approvers.has(approval.userId)) throw new Refusal('FORBIDDEN')
  return { approvedBy: approval.userId, approvedAt: approval.at }
}
