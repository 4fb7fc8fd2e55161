import type { PublicEndpointName } from '#contract/public-api/public-endpoints.ts'
import {
  apiCustomer,
  apiProduct,
  getCustomer,
  getProduct,
  getReplacedCustomer,
  listCustomers,
  listProducts,
  writeCustomer,
  writeProduct,
} from '../../services/public-api/catalogue.ts'
import {
  answerInvoice,
  cancelInvoiceById,
  createInvoice,
  creditInvoiceById,
  emailInvoiceById,
  getInvoice,
  listInvoicePage,
  submitInvoiceById,
  updateInvoice,
} from '../../services/public-api/invoices.ts'
import type { PublicAnswer, PublicRequest } from '../../services/public-api/public-answer.ts'
import type { PublicWriter } from '../../services/public-api/public-caller.ts'
import {
  describeCaller,
  drawReceipt,
  listDays,
  listEvents,
  readReceipt,
} from '../../services/public-api/records.ts'

type Answered<Name extends PublicEndpointName> = {
  readonly status: 200 | 201 | 202
  readonly body: PublicAnswer<Name>
}

/** One function per call of the public API; a missing one does not compile. A read has an empty key. */
export type PublicHandlers = {
  readonly [Name in PublicEndpointName]: (
    caller: PublicWriter,
    input: PublicRequest<Name>,
  ) => Promise<Answered<Name>>
}

async function ok<T>(body: Promise<T>): Promise<{ readonly status: 200; readonly body: T }> {
  return { status: 200, body: await body }
}

async function created<T>(body: Promise<T>): Promise<{ readonly status: 201; readonly body: T }> {
  return { status: 201, body: await body }
}

export const publicHandlers: PublicHandlers = {
  'auth.me': async (caller) => await ok(describeCaller(caller)),
  'z-reports.list': async (caller, input) => await ok(listDays(caller, input)),
  'events.list': async (caller, input) => await ok(listEvents(caller, input)),
  'customers.list': async (caller, input) => await ok(listCustomers(caller, input)),
  'customers.get': async (caller, { id }) => await ok(getCustomer(caller, id).then(apiCustomer)),
  'customers.create': async (caller, input) => await created(writeCustomer(caller, input)),
  'customers.update': async (caller, { id, ...input }) =>
    await ok(writeCustomer(caller, input, await getReplacedCustomer(caller, id))),
  'products.list': async (caller, input) => await ok(listProducts(caller, input)),
  'products.get': async (caller, { id }) => await ok(getProduct(caller, id).then(apiProduct)),
  'products.create': async (caller, input) => await created(writeProduct(caller, input)),
  'products.update': async (caller, { id, ...input }) =>
    await ok(writeProduct(caller, input, await getProduct(caller, id))),
  'invoices.list': async (caller, input) => await ok(listInvoicePage(caller, input)),
  'invoices.create': async (caller, input) => await createInvoice(caller, input),
  'invoices.get': async (caller, { id }) => await ok(answerInvoice(caller, await getInvoice(caller, id))),
  'invoices.update': async (caller, input) => await ok(updateInvoice(caller, input)),
  'invoices.submit': async (caller, { id }) => await submitInvoiceById(caller, id),
  'invoices.cancel': async (caller, input) => await ok(cancelInvoiceById(caller, input)),
  'invoices.credit': async (caller, input) => await created(creditInvoiceById(caller, input)),
  'invoices.email': async (caller, input) => ({ status: 202, body: await emailInvoiceById(caller, input) }),
  'invoices.receipt': async (caller, { id }) => await ok(readReceipt(caller, id)),
  'invoices.receipt-pdf': async (caller, input) => await ok(drawReceipt(caller, input)),
}
