import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { actedBy } from '../context.ts'
import type { Execution } from './execution.ts'
import type { OverwrittenField } from './merge-fields.ts'

/** Records in the audit which fields of another user's edit a merge overwrote; does nothing without any. */
export async function auditOverwritten(
  { context, tx, scope, at }: Execution,
  kind: string,
  id: string,
  overwritten: readonly OverwrittenField[],
): Promise<void> {
  if (overwritten.length === 0) return
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: `${kind}.overrule`,
    subject: `${kind}:${id}`,
    detail: { overruled: overwritten },
  })
}
