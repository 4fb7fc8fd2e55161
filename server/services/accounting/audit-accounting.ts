import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { Act } from '#domain/audit/acts.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { actedBy, companyScope, type ServiceContext } from '../context.ts'

const ENTRIES = {
  connect: { action: 'accounting.connect' },
  change: { action: 'accounting.change' },
  disconnect: { action: 'accounting.disconnect' },
} as const satisfies Readonly<Record<string, { readonly action: Act }>>

/** Enters a change of a connection into the audit trail. */
export async function auditAccounting(
  context: ServiceContext,
  what: keyof typeof ENTRIES,
  provider: AccountingProvider,
): Promise<void> {
  const { companyId } = companyScope(context)
  await insertAuditEntry(context.db, {
    ...{ companyId, ...actedBy(context), at: toInstant(context.clock.now()), ...ENTRIES[what] },
    ...{ subject: `company:${companyId}`, detail: { provider } },
  })
}
