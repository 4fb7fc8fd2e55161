import { toInstant } from '#domain/calendar/east-africa.ts'
import type { AccountingGateway } from '../../gateways/accounting/gateway.ts'
import { announceSales, listPullingConnections } from '../../storage/accounting/inbox.ts'
import type { Services } from '../context.ts'

/**
 * Takes a message of a service: notes which invoices changed, for the connections that take them, and answers at once. What
 * changed is asked later; organizations without a connection are passed over. `false`: the signature is wrong.
 */
export async function receiveMessage(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  gateway: AccountingGateway,
  body: Uint8Array,
  signature: string,
): Promise<boolean> {
  const events = gateway.readMessage(body, signature)
  if (events === null) {
    log({ event: 'book-message-forged', provider: gateway.provider })
    return false
  }
  const organizations = [...new Set(events.map(({ organizationId }) => organizationId))]
  const now = toInstant(clock.now())
  for (const connection of await listPullingConnections(db, gateway.provider, organizations)) {
    const ids = events
      .filter(({ organizationId }) => organizationId === connection.organization_id)
      .map(({ id }) => id.slice(0, 100))
    await announceSales(db, { companyId: connection.company_id, connectionId: connection.id }, ids, now)
  }
  log({ event: 'book-message', provider: gateway.provider, events: events.length })
  return true
}
