import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { oneLine } from '#domain/text/one-line.ts'
import { draftTotal, type UssdDraft } from '#domain/ussd/ussd-draft.ts'
import type { UssdEnd } from '#domain/ussd/ussd-state.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findProductByName } from '../../storage/api/pages.ts'
import { findCustomersByNumber } from '../../storage/catalogue/customers.ts'
import { findOperation } from '../../storage/sync/operations.ts'
import type { UssdPhone } from '../../storage/ussd/phones.ts'
import { companyScope, type ServiceContext } from '../context.ts'
import { type DoorSale, saveAtDoor, submitAtDoor } from '../invoices/submit-at-door.ts'
import { type Door, doorOperationId, executeAtDoor } from '../operations/execute-at-door.ts'
import { nameBasedId } from '../operations/name-based-id.ts'
import { queueReceiptSms } from './queue-sms.ts'

/** Who sells: the registered number, and the context of its person. */
type UssdSeller = { readonly context: ServiceContext; readonly door: Door; readonly phone: UssdPhone }

/** The customer of a TIN: a saved one where the company has it, otherwise named by the number itself. */
async function customerOf(context: ServiceContext, tin: string | null): Promise<DoorSale['customer']> {
  if (tin === null) return WALK_IN_CUSTOMER
  const sought = { id: context.newId(), identificationNumber: tin, vatRegistrationNumber: '' }
  const { byIdentification: known } = await findCustomersByNumber(context.db, companyScope(context), sought)
  const identificationType = 'TAX_IDENTIFICATION_NUMBER' as const
  if (known?.identificationType !== identificationType) {
    return { ...WALK_IN_CUSTOMER, name: `TIN ${tin}`, identificationType, identificationNumber: tin }
  }
  const { id: customerId, name, phone, email, vatRegistrationNumber } = known
  return {
    ...{ customerId, name, phone, email, vatRegistrationNumber },
    ...{ identificationType, identificationNumber: tin },
  }
}

/**
 * Saves the items that are not among the products yet: a receipt has saved products only (spec §5). A name that the
 * company has is that product.
 */
async function productIds(context: ServiceContext, door: Door, draft: UssdDraft): Promise<string[]> {
  const ids: string[] = []
  for (const [index, { productId, name, taxType, unitPrice }] of draft.lines.entries()) {
    const known = productId ?? (await findProductByName(context.db, companyScope(context), oneLine(name)))?.id
    const key = `product:${draft.id}:${index}`
    const id = known ?? nameBasedId(door.clientId, key)
    ids.push(id)
    if (known !== undefined) continue
    await executeAtDoor(context, {
      ...{ door, key, type: 'product.save' },
      compose: async () => ({
        productId: id,
        baseRev: 0,
        base: null,
        fields: { name, unit: '', unitPrice, taxType, active: true },
      }),
    })
  }
  return ids
}

async function saleOf(context: ServiceContext, door: Door, draft: UssdDraft): Promise<DoorSale> {
  const ids = await productIds(context, door, draft)
  const { payment } = draft
  return {
    saleAt: toInstant(context.clock.now()),
    customer: await customerOf(context, draft.tin),
    amountType: 'INCLUSIVE',
    reference: '',
    lines: draft.lines.map(({ name, quantity, taxType, unitPrice }, index) => ({
      ...{ productId: ids[index] ?? null, description: name, quantity, taxType, unitPrice },
      discount: toBasisPoints(0),
    })),
    payments: payment === null ? [] : [{ type: payment, amount: draftTotal(draft) }],
  }
}

function codeOf({ receipt, totals }: Invoice) {
  return { code: receipt?.rctvnum ?? '', total: totals.totalIncludingTax }
}

/**
 * Submits a dialled sale once: its id is the key. What gets no number now is kept as a draft of the app: a wait may be
 * hours, and what a call left behind is offered for minutes only.
 */
export async function submitUssdDraft(seller: UssdSeller, draft: UssdDraft): Promise<UssdEnd> {
  const { context, door } = seller
  try {
    const sale = await saleOf(context, door, draft)
    const invoice = await submitAtDoor(context, { door, key: draft.id, sale })
    await queueReceiptSms(seller, invoice.id)
    return { end: 'done', ...codeOf(invoice) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    context.log({ event: 'ussd-refused', code: error.code })
    if (error.code === 'COMPANY_BLOCKED_BY_TRA') return { end: 'blocked' }
    await saveUssdDraft(context, door, draft)
    const mayPass = error.detail.data?.['retryAfterSeconds'] !== undefined
    // A registration that ended does not come back by waiting.
    return { end: mayPass && error.code !== 'TRA_REGISTRATION_ENDED' ? 'queued' : 'refused' }
  }
}

/** Saves a dialled sale as a draft of the app. */
export async function saveUssdDraft(context: ServiceContext, door: Door, draft: UssdDraft): Promise<void> {
  const sale = await saleOf(context, door, draft)
  await saveAtDoor(context, { door, key: `draft:${draft.id}`, sale })
}

/** The receipt of a dialled sale that was submitted although its session did not hear of it. */
export async function findSubmitted(seller: UssdSeller, draft: UssdDraft): Promise<UssdEnd | undefined> {
  const { context, door } = seller
  const stored = await findOperation(context.db, companyScope(context), doorOperationId(door, draft.id))
  if (stored?.result.state !== 'done' || stored.result.change?.t !== 'invoice') return undefined
  const { row } = stored.result.change
  if (row === null) return undefined
  await queueReceiptSms(seller, row.id)
  return { end: 'again', ...codeOf(row) }
}
