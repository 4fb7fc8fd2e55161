import type { OperationBody } from '#contract/operations.ts'
import { type Company, isVatRegistered } from '#domain/companies/company.ts'
import type { DraftInvoice, Invoice, InvoiceContent } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import type { DraftWriter, StoredInvoice } from '../../storage/invoices/invoices.ts'
import { resolveIds } from '../../storage/sync/record-aliases.ts'
import type { ServiceContext } from '../context.ts'
import type { Execution } from '../operations/execution.ts'

type CompanyTransaction = Pick<Execution, 'tx' | 'scope'>

export type InvoiceWrite = OperationBody<'invoice.save'>

/** What was written, each with the customer under the id the company keeps it under. */
export async function resolveContents(
  { tx, scope }: CompanyTransaction,
  contents: readonly InvoiceContent[],
): Promise<InvoiceContent[]> {
  const customerIds = contents.flatMap(({ customer }) => customer.customerId ?? [])
  const aliases = await resolveIds(tx, scope, 'customer', customerIds)
  return contents.map((content) => {
    const resolvedId = aliases.get(content.customer.customerId ?? '')
    return resolvedId === undefined
      ? content
      : { ...content, customer: { ...content.customer, customerId: resolvedId } }
  })
}

/** The same for one. */
export async function resolveContent(
  transaction: CompanyTransaction,
  unresolved: InvoiceContent,
): Promise<InvoiceContent> {
  const [content = unresolved] = await resolveContents(transaction, [unresolved])
  return content
}

/** The company of this operation. */
export async function getCompany(execution: CompanyTransaction): Promise<Company> {
  const found = await findCompany(execution.tx, execution.scope)
  if (found === undefined) throw new Error('the company of an operation does not exist')
  return found.company
}

/** Whether the company of this operation charges VAT. */
export async function chargesVat(execution: CompanyTransaction): Promise<boolean> {
  return isVatRegistered(await getCompany(execution))
}

/** How an invoice says by which door it came; a phone is none. */
function originAt(door: ServiceContext['door']): Pick<Invoice, 'origin' | 'channel'> {
  if (door === undefined) return { origin: 'app' }
  return door === 'API' ? { origin: 'app', channel: door } : { origin: door }
}

/** The same of one that exists: who edits it later does not change it. */
function writtenThrough({ origin, channel }: Invoice): Pick<Invoice, 'origin' | 'channel'> {
  return channel === undefined ? { origin } : { origin, channel }
}

/** The draft after this write; its totals are always calculated by the server. */
export function composeDraft(
  execution: Pick<Execution, 'context' | 'scope'>,
  body: Pick<InvoiceWrite, 'invoiceId' | 'saleAt' | 'saleAtGiven' | 'slipToken'>,
  content: InvoiceContent,
  vatRegistered: boolean,
  before: Invoice | undefined,
): DraftInvoice {
  const { context, scope } = execution
  // A customer may already have the first token, so later writes keep it.
  const slipToken = before?.slipToken ?? body.slipToken
  // A person who corrects the draft of a program leaves its sale time as it was.
  const saleAtGiven = body.saleAtGiven ?? (before?.saleAt === body.saleAt && before.saleAtGiven)
  return {
    ...content,
    id: body.invoiceId,
    companyId: scope.companyId,
    status: 'draft',
    rev: (before?.rev ?? 0) + 1,
    saleAt: body.saleAt,
    ...(saleAtGiven && { saleAtGiven }),
    operatorId: context.actor.userId,
    operatorName: context.operatorName,
    ...(before ? writtenThrough(before) : originAt(context.door)),
    accountingNumber: context.bookNumber ?? before?.accountingNumber ?? '',
    vatRegistered,
    totals: invoiceTotals(content, vatRegistered),
    receipt: null,
    ...(slipToken === undefined ? {} : { slipToken }),
    cancellation: null,
  }
}

/** Who writes, from which device. */
type WriteAuthor = Pick<Execution, 'context' | 'deviceId'>

function wroteLast(execution: WriteAuthor, stored: StoredInvoice): boolean {
  return (
    stored.writer.device === execution.deviceId &&
    stored.invoice.operatorId === execution.context.actor.userId
  )
}

/**
 * Whether the draft changed after the revision that its writer saw. A phone's own earlier saves do not count: offline,
 * it writes again before it has seen their revisions. Those of a door do: several workers share one API key.
 */
export function changedElsewhere(execution: WriteAuthor, stored: StoredInvoice, baseRev: number): boolean {
  const ownSavesCount = execution.context.door !== undefined || !wroteLast(execution, stored)
  return baseRev < (ownSavesCount ? stored.invoice.rev : stored.writer.othersRev)
}

/** Who has written the draft after this operation. */
export function writerAfter(execution: WriteAuthor, stored: StoredInvoice | undefined): DraftWriter {
  if (stored === undefined) return { device: execution.deviceId, othersRev: 0 }
  return wroteLast(execution, stored)
    ? stored.writer
    : { device: execution.deviceId, othersRev: stored.invoice.rev }
}
