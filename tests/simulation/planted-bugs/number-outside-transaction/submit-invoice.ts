import { submitInvoice as submit } from '#server/services/invoices/submit-invoice.ts'
import { outerDatabase } from './outer-database.ts'

/** Planted, with its neighbour: the number of a receipt is taken by itself, beside the transaction. */
export const submitInvoice: typeof submit = (execution, body) =>
  outerDatabase.run(execution.context.db, () => submit(execution, body))
