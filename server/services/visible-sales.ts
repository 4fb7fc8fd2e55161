import { seesAllSales } from '#domain/permissions/operator-rights.ts'
import { Refusal } from '../ports/refusal.ts'
import type { ServiceContext } from './context.ts'

type Viewer = Pick<ServiceContext, 'actor' | 'rights'>

/**
 * The operator whose invoices alone the caller sees: the caller, without the right to see all sales; `undefined` for
 * all of the company.
 */
export function onlySalesOf({ actor, rights }: Viewer): string | undefined {
  return seesAllSales(rights) ? undefined : actor.userId
}

type Sale = { readonly operatorId: string }

export function isVisibleSale(viewer: Viewer, { operatorId }: Sale): boolean {
  return [undefined, operatorId].includes(onlySalesOf(viewer))
}

/** Refuses an invoice that the caller does not see like one that does not exist. */
export function requireVisibleSale(viewer: Viewer, invoice: Sale): void {
  if (!isVisibleSale(viewer, invoice)) throw new Refusal('INVOICE_NOT_FOUND')
}
