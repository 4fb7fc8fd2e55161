import type { AccountingPreview, AccountingSettings } from '#contract/accounting-endpoints.ts'
import type { EndpointRequest } from '#contract/endpoints.ts'
import { bookInvoice } from '#domain/accounting/book-document.ts'
import { type ChosenTax, taxesFor, withRates, wrongEarlier } from '#domain/accounting/chosen-taxes.ts'
import {
  type AccountingMapping,
  type BookChoices,
  missingChoices,
  proposeMapping,
  type UsedTax,
} from '#domain/accounting/mapping.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice, NumberedInvoice } from '#domain/invoices/invoice.ts'
import type { AccountingGateway } from '../../gateways/accounting/gateway.ts'
import { Refusal } from '../../ports/refusal.ts'
import {
  findConnection,
  type StoredConnection,
  updateConnection,
} from '../../storage/accounting/connections.ts'
import { listWithProblem, lockDocument } from '../../storage/accounting/documents.ts'
import { listReceiptsSince, sumReceiptsSince } from '../../storage/accounting/receipts-since.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { auditAccounting } from './audit-accounting.ts'
import { type AccountingGateways, withAccess } from './book-access.ts'
import { type AccountingContext, accountingScope, answerOf, gatewayOf } from './connections.ts'
import { sendAgain } from './send-again.ts'
import { taxesToChoose } from './used-taxes.ts'

/** The samples are chosen among so many of the newest receipts. */
const MOST_LOOKED_AT = 1000
const SAMPLES = 3

type OpenBooks = {
  readonly gateway: AccountingGateway
  readonly connection: StoredConnection
  readonly choices: BookChoices
  readonly used: readonly UsedTax[]
  readonly earlier: readonly ChosenTax[]
}

/** The books of a connection that works, with what can be chosen there. */
export async function openBooks(
  context: AccountingContext,
  gateways: AccountingGateways,
  provider: EndpointRequest<'accounting.settings'>['provider'],
): Promise<OpenBooks> {
  const scope = accountingScope(context)
  const gateway = gatewayOf(gateways, provider)
  const connection = await findConnection(context.db, scope, provider)
  if (connection?.state === 'reconnect') throw new Refusal('ACC_RECONNECT')
  if (connection?.state !== 'active') throw new Refusal('NOT_FOUND')
  const own = { ...scope, connectionId: connection.id }
  const { choices } = answerOf(await withAccess(context, gateway, own, (access) => gateway.settings(access)))
  const taxes = await taxesToChoose(context, own, connection.mapping?.chosen ?? [], choices)
  return { gateway, connection, choices, ...taxes }
}

/** What can be chosen in the books, and the mapping: the saved one, or one proposed by the names. */
export async function readAccountingSettings(
  context: AccountingContext,
  gateways: AccountingGateways,
  { provider }: EndpointRequest<'accounting.settings'>,
): Promise<AccountingSettings> {
  const { connection, choices, used, earlier } = await openBooks(context, gateways, provider)
  const { income, taxes, accounts } = choices
  const saved = connection.mapping && {
    ...{ income: connection.mapping.income, walkIn: connection.mapping.walkIn },
    ...{ taxes: connection.mapping.taxes, payments: connection.mapping.payments },
  }
  return {
    ...{ income: [...income], taxes: [...taxes], accounts: [...accounts] },
    ...{ used: [...used], earlier: [...earlier] },
    mapping: saved ?? proposeMapping(choices, used),
  }
}

/** The mapping, when every choice is made and still exists. */
export function requireComplete<Mapping extends AccountingMapping>(
  mapping: Mapping | null,
  { choices, used }: OpenBooks,
): Mapping {
  const missing = mapping === null ? ['income'] : missingChoices(mapping, choices, used)
  if (mapping === null || missing.length > 0) throw missingRefusal(missing)
  return mapping
}

function missingRefusal(paths: readonly string[]): Refusal {
  return new Refusal('ACC_MAPPING', { fields: paths.map((path) => ({ path, code: 'ACC_MAPPING' })) })
}

/** Saves the mapping after checking every choice against the books; what waited for another choice is sent again. */
export async function saveMapping(
  context: AccountingContext,
  gateways: AccountingGateways,
  { provider, mapping, earlier }: EndpointRequest<'accounting.save-mapping'>,
): Promise<Record<string, never>> {
  const books = await openBooks(context, gateways, provider)
  requireComplete(mapping, books)
  const { connection, choices, used } = books
  const wrong = wrongEarlier(choices, earlier)
  if (wrong.length > 0) throw missingRefusal(wrong)
  const scope = { ...accountingScope(context), connectionId: connection.id }
  const now = toInstant(context.clock.now())
  const rated = JSON.stringify(withRates(mapping, choices, connection.mapping, used, earlier))
  await updateConnection(context.db, scope, connection.id, { mapping: rated, changed_at: now })
  // After the mapping is there: a document that is worked on meanwhile finds it (see `finishDocument`).
  for (const invoiceId of await listWithProblem(context.db, scope, 'mapping'))
    await inTransaction(context.db, async (tx) => {
      const document = await lockDocument(tx, scope, invoiceId)
      if (document?.state === 'attention' && document.problem === 'mapping')
        await sendAgain(tx, scope, invoiceId, now)
    })
  await auditAccounting(context, 'change', provider)
  return {}
}

function isNumbered(invoice: Invoice): invoice is NumberedInvoice {
  return invoice.receipt !== null
}

/** Three receipts that say most: the most lines, the most kinds of tax, the newest. */
function pickSamples(receipts: readonly NumberedInvoice[]): NumberedInvoice[] {
  const by = (weight: (receipt: NumberedInvoice) => number) =>
    [...receipts].sort((a, b) => weight(b) - weight(a)).slice(0, SAMPLES)
  const wanted = [
    ...by(({ totals }) => totals.perLetter.length).slice(0, 1),
    ...by(({ lines }) => lines.length),
    ...receipts.slice(0, SAMPLES),
  ]
  return [...new Map(wanted.map((receipt) => [receipt.id, receipt])).values()].slice(0, SAMPLES)
}

/** What will be booked from a day on, with the totals of three receipts here and by the arithmetic of the books. */
export async function previewBooking(
  context: AccountingContext,
  gateways: AccountingGateways,
  { provider, since }: EndpointRequest<'accounting.preview'>,
): Promise<AccountingPreview> {
  const books = await openBooks(context, gateways, provider)
  const mapping = requireComplete(books.connection.mapping, books)
  const scope = accountingScope(context)
  const found = await listReceiptsSince(context.db, scope, since, MOST_LOOKED_AT)
  // One whose earlier rate has no choice yet is not written before a person chooses.
  const ready = found
    .filter(isNumbered)
    .filter((receipt) => 'taxes' in taxesFor(mapping, bookInvoice(receipt)))
  const samples = pickSamples(ready).map((receipt) => {
    const document = bookInvoice(receipt)
    const asked = { document, mapping: { ...mapping, ...taxesFor(mapping, document) } }
    const theirs = books.gateway.foresee(asked, books.choices)
    return {
      ...{ number: document.number, day: document.day, customer: receipt.customer.name },
      ...{ total: document.total, tax: document.tax, theirTotal: theirs.total, theirTax: theirs.tax },
    }
  })
  return {
    ...(await sumReceiptsSince(context.db, scope, since)),
    samples,
    equal: samples.every((one) => one.total === one.theirTotal && one.tax === one.theirTax),
  }
}

/** Begins to book every receipt from a day on, after a preview without a difference. */
export async function startBooking(
  context: AccountingContext,
  gateways: AccountingGateways,
  input: EndpointRequest<'accounting.start'>,
): Promise<Record<string, never>> {
  const { equal } = await previewBooking(context, gateways, input)
  if (!equal) throw new Refusal('ACC_TOTALS_DIFFER')
  const scope = accountingScope(context)
  const connection = await findConnection(context.db, scope, input.provider)
  if (!connection) throw new Refusal('NOT_FOUND')
  await updateConnection(context.db, scope, connection.id, {
    ...{ since: input.since, planned_up_to: null },
    changed_at: toInstant(context.clock.now()),
  })
  await auditAccounting(context, 'change', input.provider)
  return {}
}
