import type { EndpointRequest } from '#contract/endpoints.ts'
import type { Page } from '#contract/pages.ts'
import type { PotentialClient } from '#contract/potential-client-endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { nextClientStatuses } from '#domain/potential-clients/potential-client.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import {
  listPotentialClients,
  lockPotentialClient,
  updateClientStatus,
} from '../../storage/clients/potential-clients.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'
import { pageQuery } from '../page-query.ts'

/** One page of those who want to be registered, for a platform admin. */
export async function readPotentialClients(
  context: ServiceContext,
  input: EndpointRequest<'potential-clients.list'>,
): Promise<Page<PotentialClient>> {
  requireRight(context, 'potential-client.manage', { companyId: null })
  return await listPotentialClients(context.db, pageQuery(input, '-createdAt'))
}

/** Notes how far the provider came with a client. A status that cannot follow changes nothing. */
export async function changeClientStatus(
  context: ServiceContext,
  { id, status }: EndpointRequest<'potential-clients.change-status'>,
): Promise<PotentialClient> {
  requireRight(context, 'potential-client.manage', { companyId: null })
  const at = toInstant(context.clock.now())
  return await inTransaction(context.db, async (tx) => {
    const client = await lockPotentialClient(tx, id)
    if (!client) throw new Refusal('NOT_FOUND')
    // Another admin may have changed it first: the answer is the current client.
    if (!nextClientStatuses(client.status).includes(status)) return client
    await updateClientStatus(tx, id, status, at)
    await insertAuditEntry(tx, {
      companyId: null,
      ...actedBy(context),
      at,
      action: 'potential-client.change-status',
      subject: `potential-client:${id}`,
      detail: { status },
    })
    return { ...client, status }
  })
}
