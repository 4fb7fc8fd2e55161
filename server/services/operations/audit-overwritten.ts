import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import type { Execution } from './execution.ts'
import type { OverwrittenField } from './merge-fields.ts'

/** Notes what a merge took from somebody else's edit of a record; nothing when it took nothing. */
export async function auditOverwritten(
  { context, tx, scope, at }: Execution,
  kind: string,
  id: string,
  overwritten: readonly OverwrittenField[],
): Promise<void> {
  if (overwritten.length === 0) return
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    userId: context.actor.userId,
    at,
    action: `${kind}.overrule`,
    subject: `${kind}:${id}`,
    detail: { overruled: overwritten },
  })
}
