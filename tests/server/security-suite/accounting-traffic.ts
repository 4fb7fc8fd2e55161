import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { beginConnection, completeConnection } from '#server/services/accounting/connections.ts'
import { drainConnection } from '#server/services/accounting/drain-connection.ts'
import { readAccountingSettings, saveMapping, startBooking } from '#server/services/accounting/mapping.ts'
import { readAccountingLog, readAccountingState, settleEntry } from '#server/services/accounting/read-log.ts'
import { startXeroSimulator } from '#server/simulators/xero/start-xero-simulator.ts'
import { simulatedXero, startAccounting } from '#server/start-accounting.ts'
import { findConnection } from '#server/storage/accounting/connections.ts'
import type { TestBackend } from '../../support/test-backend.ts'
import { visit } from '../accounting/bookkeeping.ts'
import type { Tenant } from './cast.ts'

const provider = 'xero'
const RETURN_URL = 'http://localhost/apps-integration'

/** Connects the books of a shop and books its receipts; gives the tokens of the service. */
export async function keepBooks(backend: TestBackend, shop: Tenant, ownerId: string): Promise<string[]> {
  const { services } = backend.server
  const { clock } = services
  const xero = await startXeroSimulator({ host: '127.0.0.1', clock, perMinute: 10_000 })
  const accounting = { xero: simulatedXero(xero.baseUrl), quickbooks: null }
  const options = { accounting, mode: 'production', host: '127.0.0.1', dataDir: '' } as const
  const { gateways } = await startAccounting(options, clock, false)
  const companyId = shop.company.id
  const actor = { userId: ownerId, userType: 'company_owner', companyId, organizationId: null } as const
  const context = {
    ...services,
    ...{
      actor,
      operatorName: 'Asha',
      rights: { refund: true, cancel: true, maxDiscount: toBasisPoints(10_000) },
    },
  }
  const { url } = await beginConnection(context, gateways, RETURN_URL, { provider })
  const query = await visit(url, xero.organizations[0]?.id ?? '')
  await completeConnection(context, gateways, RETURN_URL, { query })
  const { mapping } = await readAccountingSettings(context, gateways, { provider })
  await saveMapping(context, gateways, { provider, mapping })
  const since = fiscalDayOf(toInstant(clock.now()))
  await startBooking(context, gateways, { provider, since })
  const connection = await findConnection(services.db, { companyId }, provider)
  await drainConnection(services, gateways, { companyId, connectionId: connection?.id ?? '' })
  const { entries } = await readAccountingLog(context, { provider, only: 'all' })
  const [entry] = entries
  if (entry?.state !== 'done') throw new Error(`nothing was booked: ${JSON.stringify(entries)}`)
  await settleEntry(context, { provider, invoiceId: entry.invoiceId, action: 'leave-out' })
  await readAccountingState(context, gateways)
  await beginConnection(context, gateways, RETURN_URL, { provider })
  await xero.stop()
  return [...Object.keys(xero.grants.access), ...Object.keys(xero.grants.refresh)]
}
