import { createHash } from 'node:crypto'
import { canonicalJson } from '#contract/canonical-json.ts'
import type { BookDraft, BookSale } from '#domain/accounting/book-sale.ts'
import { ACCOUNTING_NAMES } from '#domain/accounting/provider.ts'
import { fiscalDayOf, type Instant, instantMs, startOfDay, toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice, InvoiceCustomer } from '#domain/invoices/invoice.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { ConnectionScope } from '../../storage/accounting/documents.ts'
import { listOwners } from '../../storage/accounts/users.ts'
import { findProductByName } from '../../storage/api/pages.ts'
import { findCustomersByNumber } from '../../storage/catalogue/customers.ts'
import { companyScope, type ServiceContext } from '../context.ts'
import { type DoorSale, saveAtDoor } from '../invoices/submit-at-door.ts'
import { type Door, doorContext, executeAtDoor } from '../operations/execute-at-door.ts'
import { nameBasedId } from '../operations/name-based-id.ts'
import type { Bookkeeper } from './bookkeeper.ts'

const NOON_MS = 12 * 3_600_000

/** The door by which the books of a connection come in, and who writes there: an owner of the company. */
export type BookDoor = { readonly door: Door; readonly context: ServiceContext }

export async function openBookDoor(
  { services, gateway }: Pick<Bookkeeper, 'services' | 'gateway'>,
  scope: ConnectionScope,
): Promise<BookDoor> {
  const door: Door = { channel: ACCOUNTING_NAMES[gateway.provider], clientId: scope.connectionId }
  const [owner] = await listOwners(services.db, scope)
  if (!owner) throw new Refusal('USER_DISABLED')
  return { door, context: await doorContext(services, scope, owner.id, door) }
}

/** The id of the draft of an invoice of the books: always the same one. */
export function draftIdOf({ connectionId }: ConnectionScope, theirId: string): string {
  return nameBasedId(connectionId, `sale:${theirId}`)
}

/** The id of the draft that comes after one that was given up: always the same one. */
export function draftIdAfter({ connectionId }: ConnectionScope, draftId: string): string {
  return nameBasedId(connectionId, `draft after:${draftId}`)
}

/** The saved customer with the TIN, where the company has one. */
async function customerOf(context: ServiceContext, named: InvoiceCustomer): Promise<InvoiceCustomer> {
  const { identificationNumber } = named
  if (identificationNumber === '') return named
  const sought = { id: context.newId(), identificationNumber, vatRegistrationNumber: '' }
  const { byIdentification: known } = await findCustomersByNumber(context.db, companyScope(context), sought)
  if (known?.identificationType !== 'TAX_IDENTIFICATION_NUMBER') return named
  const { id: customerId, name, phone, email, vatRegistrationNumber } = known
  return { ...named, customerId, name, phone, email, vatRegistrationNumber }
}

/** Items that are no products yet stay so: the editor offers to save them (spec §5). */
async function linesOf(context: ServiceContext, { lines }: BookDraft): Promise<DoorSale['lines']> {
  const scope = companyScope(context)
  const found: DoorSale['lines'][number][] = []
  for (const { item, ...line } of lines) {
    const product =
      (item === '' ? undefined : await findProductByName(context.db, scope, item)) ??
      (await findProductByName(context.db, scope, line.description))
    found.push({ ...line, productId: product?.id ?? null })
  }
  return found
}

function saleAtOf(context: ServiceContext, { day }: BookSale, before: Invoice | undefined): Instant {
  if (before && fiscalDayOf(before.saleAt) === day) return before.saleAt
  const now = context.clock.now()
  return toInstant(Math.min(now, instantMs(startOfDay(day)) + NOON_MS))
}

/** Writes the draft of an invoice of the books under an id, or writes it again as the next revision of `before`. */
export async function writeBookDraft(
  { door, context }: BookDoor,
  invoiceId: string,
  sale: BookSale,
  draft: BookDraft,
  before: Invoice | undefined,
): Promise<Invoice> {
  const rev = before?.rev ?? 0
  const content = {
    ...draft,
    customer: await customerOf(context, draft.customer),
    lines: await linesOf(context, draft),
  }
  const hash = createHash('sha256')
    .update(canonicalJson([content, sale.number, sale.day]))
    .digest('hex')
  const named = { ...context, bookNumber: sale.number }
  return await saveAtDoor(named, {
    door,
    // The draft and its revision too: the same content may come back after another one.
    key: `sale:${invoiceId}:${rev}:${hash}`,
    sale: {
      ...content,
      saleAt: saleAtOf(context, sale, before),
      draft: { invoiceId, rev },
    },
  })
}

/** Gives up the draft of an invoice that is voided in the books. */
export async function cancelBookDraft({ door, context }: BookDoor, draft: Invoice): Promise<void> {
  await executeAtDoor(context, {
    ...{ door, key: `void:${draft.id}:${draft.rev}`, type: 'invoice.cancel' as const },
    compose: async () => ({ invoiceId: draft.id, reason: `${door.channel}: VOID` }),
  })
}
