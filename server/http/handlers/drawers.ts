import type { drawerEndpoints } from '#contract/drawer-endpoints.ts'
import { companyScopeFor } from '../../services/scope-for.ts'
import { onlySalesOf } from '../../services/visible-sales.ts'
import { listDrawerCounts } from '../../storage/accounts/drawer-counts.ts'
import type { Handlers } from './handler-types.ts'

/** Counts of cash, as the audit trail has them. */
export const drawerHandlers: Pick<Handlers, keyof typeof drawerEndpoints> = {
  'drawers.counts': async (context, { day, companyId }) => {
    const scope = await companyScopeFor(context, 'invoice.read', companyId)
    // Who sees the own sales only does not see what is in the drawers of others.
    const counts = await listDrawerCounts(context.db, scope, { day, of: onlySalesOf(context) })
    return { counts }
  },
}
