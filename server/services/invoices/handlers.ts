import type { Handlers } from '../../http/handlers.ts'
import { findInvoice } from '../../storage/invoices.ts'
import { companyScope, requireRight } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { invoiceChange } from '../sync/change-of-record.ts'

export const invoiceHandlers: Pick<Handlers, 'invoices.find'> = {
  'invoices.find': async (context, input) => {
    const scope = companyScope(context)
    requireRight(context, 'invoice.read', scope)
    const invoice = await findInvoice(context.db, scope, input.id)
    const row = invoice && invoiceChange(invoice).row
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  },
}
