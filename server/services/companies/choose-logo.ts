import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Logo } from '#domain/receipts/logo.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { updateLogo } from '../../storage/accounts/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { actedBy, companyScope, requireRight, type ServiceContext } from '../context.ts'

/**
 * Puts the seller's picture on the receipts of the company, or takes it away (`null`). Only the owner may: it is on
 * the paper of every phone, which learns it from the feed.
 */
export async function chooseLogo(context: ServiceContext, logo: Logo | null): Promise<void> {
  const scope = companyScope(context)
  requireRight(context, 'company.choose-logo', scope)
  await inTransaction(context.db, async (tx) => {
    if (await updateLogo(tx, scope, logo)) {
      await insertAuditEntry(tx, {
        ...scope,
        ...actedBy(context),
        at: toInstant(context.clock.now()),
        action: logo === null ? 'company.remove-logo' : 'company.choose-logo',
        subject: `company:${scope.companyId}`,
      })
      await upsertChanges(tx, scope, [{ t: 'company', id: scope.companyId }])
    }
  })
}
