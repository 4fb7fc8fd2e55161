import { isHeldWhileBlocked } from '../companies/blocked-company.ts'
import { type CreditedInvoice, creditRefusalOf } from './credit-note.ts'
import type { Invoice } from './invoice.ts'
import { MAX_MAILS } from './invoice-mail.ts'
import { isRepairable } from './repair-content.ts'
import type { PendingWork, ShownStatus } from './shown-status.ts'

/** What may be done with an invoice after the sale. */
export type AfterSaleAction = 'invoice.cancel' | 'invoice.credit' | 'invoice.email' | 'invoice.repair'

type SavedInvoice = CreditedInvoice &
  Pick<Invoice, 'mails'> & { readonly shown: ShownStatus; readonly pending: PendingWork }

/**
 * The actions that an invoice allows now: none is offered that would be refused. While the authority blocks the company
 * only the repair waits, because it sends the receipt again (tanzania-facts §11, row 29).
 */
export function offeredActions(
  invoice: SavedInvoice,
  {
    blocked,
    may,
  }: {
    readonly blocked: boolean
    readonly may: (action: AfterSaleAction) => boolean
  },
): ReadonlySet<AfterSaleAction> {
  const { pending, receipt, shown } = invoice
  const alive = invoice.status !== 'canceled' && shown !== 'canceled'
  const waiting = pending.kind === 'waiting'
  const offered: Readonly<Record<AfterSaleAction, boolean>> = {
    // A cancellation or a repair of a numbered invoice is on its way.
    'invoice.cancel': alive && !(receipt !== null && waiting),
    'invoice.credit':
      alive && !(waiting && pending.cancels !== undefined) && creditRefusalOf(invoice) === undefined,
    'invoice.email':
      alive && (receipt !== null || (waiting && pending.submits)) && (invoice.mails?.length ?? 0) < MAX_MAILS,
    'invoice.repair': receipt !== null && isRepairable(receipt) && pending.kind === 'none',
  }
  const actions = Object.keys(offered) as AfterSaleAction[]
  return new Set(
    actions.filter((action) => offered[action] && may(action) && !(blocked && isHeldWhileBlocked(action))),
  )
}
