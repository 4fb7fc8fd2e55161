import { createHmac } from 'node:crypto'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import type { AccountingGateways } from '#server/services/accounting/book-access.ts'
import { beginConnection, completeConnection } from '#server/services/accounting/connections.ts'
import { drainConnection } from '#server/services/accounting/drain-connection.ts'
import { readAccountingSettings, saveMapping, startBooking } from '#server/services/accounting/mapping.ts'
import {
  chooseAttaching,
  choosePull,
  compareNow,
  readInbox,
  settleSale,
} from '#server/services/accounting/pull-settings.ts'
import { readConnection } from '#server/services/accounting/read-connection.ts'
import { readAccountingLog, readAccountingState, settleEntry } from '#server/services/accounting/read-log.ts'
import { receiveMessage } from '#server/services/accounting/receive-message.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readPersonInvoice } from '#server/simulators/accounting/person-invoice.ts'
import {
  startXeroSimulator,
  XERO_CLIENT,
  type XeroSimulator,
} from '#server/simulators/xero/start-xero-simulator.ts'
import { simulatedXero, startAccounting } from '#server/start-accounting.ts'
import { findConnection } from '#server/storage/accounting/connections.ts'
import type { TestBackend } from '../../support/test-backend.ts'
import { visit } from '../accounting/bookkeeping.ts'
import type { Tenant } from './cast.ts'

const provider = 'xero'
const RETURN_URL = 'http://localhost/apps-integration'

/** Takes an invoice that a person writes in the books, by its message, and compares both sides. */
async function takeInvoices(
  context: ServiceContext,
  gateways: AccountingGateways,
  { organizations, person }: XeroSimulator,
  connectionId: string,
): Promise<void> {
  const { companyId } = context.actor
  const organizationId = organizations[0]?.id ?? ''
  const from = fiscalDayOf(toInstant(context.clock.now()))
  await choosePull(context, gateways, { provider, from })
  const lines = [{ text: 'Unga', cents: 10_000, tax: 'TAX001' }]
  const id = person.write(organizationId, readPersonInvoice({ date: from, number: 'INV-1', lines })) ?? ''
  const [gateway] = gateways
  if (!gateway || companyId === null) throw new Error('no gateway')
  const event = { resourceId: id, eventCategory: 'INVOICE', tenantId: organizationId }
  const body = Buffer.from(JSON.stringify({ events: [event] }))
  const signature = createHmac('sha256', XERO_CLIENT.webhookKey).update(body).digest('base64')
  if (!(await receiveMessage(context, gateway, body, signature))) throw new Error('a message is not signed')
  await readConnection(context, gateways, { companyId, connectionId })
  const { entries } = await readInbox(context, { provider, only: 'all' })
  if (entries[0]?.state !== 'draft') throw new Error(`nothing was taken: ${JSON.stringify(entries)}`)
  await compareNow(context, gateways, { provider })
  await chooseAttaching(context, { provider, attaches: false })
  await settleSale(context, { provider, theirId: id, action: 'leave-out' })
}

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
  await saveMapping(context, gateways, { provider, mapping, earlier: [] })
  const since = fiscalDayOf(toInstant(clock.now()))
  await startBooking(context, gateways, { provider, since })
  const connection = await findConnection(services.db, { companyId }, provider)
  await drainConnection(services, gateways, { companyId, connectionId: connection?.id ?? '' })
  const { entries } = await readAccountingLog(context, { provider, only: 'all' })
  const [entry] = entries
  if (entry?.state !== 'done') throw new Error(`nothing was booked: ${JSON.stringify(entries)}`)
  await settleEntry(context, { provider, invoiceId: entry.invoiceId, action: 'leave-out' })
  await takeInvoices(context, gateways, xero, connection?.id ?? '')
  await readAccountingState(context, gateways)
  await beginConnection(context, gateways, RETURN_URL, { provider })
  await xero.stop()
  return [...Object.keys(xero.grants.access), ...Object.keys(xero.grants.refresh)]
}
