import { randomUUID } from 'node:crypto'
import type { Announcement } from '../accounting/announcer.ts'

/** A message as QuickBooks writes it: cloud events with the ids of the company and of the entity. */
export function messageBody(batch: readonly Announcement[]): string {
  return JSON.stringify(
    batch.map(({ organizationId, id, kind, at }) => ({
      ...{ specversion: '1.0', id: randomUUID(), source: 'intuit.simulator' },
      ...{ type: `qbo.invoice.${kind}.v1`, datacontenttype: 'application/json' },
      ...{ time: new Date(at).toISOString(), intuitentityid: id, intuitaccountid: organizationId, data: {} },
    })),
  )
}
