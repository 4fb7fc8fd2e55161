import { randomBytes } from 'node:crypto'
import type { Announcement } from '../accounting/announcer.ts'

let sequence = 0

/** A message as Xero writes it: which documents changed, not how; without changes it tries the address. */
export function messageBody(batch: readonly Announcement[]): string {
  const first = sequence + 1
  sequence += batch.length
  return JSON.stringify({
    events: batch.map(({ organizationId, id, kind, at }) => ({
      resourceUrl: `https://api.xero.com/api.xro/2.0/Invoices/${id}`,
      ...{ resourceId: id, eventDateUtc: new Date(at).toISOString().slice(0, 23) },
      ...{ eventType: kind === 'created' ? 'CREATE' : 'UPDATE', eventCategory: 'INVOICE' },
      ...{ tenantId: organizationId, tenantType: 'ORGANISATION' },
    })),
    ...{
      firstEventSequence: batch.length === 0 ? 0 : first,
      lastEventSequence: batch.length === 0 ? 0 : sequence,
    },
    entropy: randomBytes(10).toString('hex').toUpperCase(),
  })
}
