import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PublicEndpointName } from '#contract/public-api/public-endpoints.ts'
import type { ApiScope } from '#domain/api-keys/api-key.ts'

/** What each call of the public API does, in one sentence. */
export const CALL_WORDS: Readonly<Record<PublicEndpointName, MessageDescriptor>> = {
  'auth.me': msg`What this key is and may do, and how its company stands with TRA.`,
  'z-reports.list': msg`The daily reports (Z) to TRA, from one day to another, at most 92 days.`,
  'events.list': msg`What changed since the last call, oldest first. Ask again with the value of next.`,
  'customers.list': msg`The customers, those that changed longest ago first.`,
  'customers.get': msg`One customer.`,
  'customers.create': msg`Saves a new customer. One with the same number and name is not saved twice.`,
  'customers.update': msg`Replaces what is written about a customer.`,
  'products.list': msg`The products and services, those that changed longest ago first.`,
  'products.get': msg`One product or service.`,
  'products.create': msg`Saves a new product or service. Its price includes VAT.`,
  'products.update': msg`Replaces what is written about a product or service.`,
  'invoices.list': msg`The invoices, those that changed longest ago first.`,
  'invoices.create': msg`Saves a draft, or with submit issues the invoice at once: its number and code are final then.`,
  'invoices.get': msg`One invoice.`,
  'invoices.update': msg`Replaces a draft. With rev it is rejected when the draft was changed since.`,
  'invoices.submit': msg`Submits a draft to TRA. The sale is now, at the rates of today, unless the draft has a saleAt of its own. A submitted invoice is answered as it is and gets no other number.`,
  'invoices.cancel': msg`Cancels an invoice in your books. TRA keeps the number: contact the TRA office.`,
  'invoices.credit': msg`Refunds goods of a submitted invoice with a credit note in your books.`,
  'invoices.email': msg`Emails the receipt of a submitted invoice, in Swahili unless you say otherwise.`,
  'invoices.receipt': msg`The fiscal receipt of a submitted invoice, with its seller and the page for the buyer.`,
  'invoices.receipt-pdf': msg`The receipt as a PDF.`,
}

/** What each right of a key allows. */
export const SCOPE_WORDS: Readonly<Record<ApiScope, MessageDescriptor>> = {
  'invoices:read': msg`Read invoices and receipts`,
  'invoices:write': msg`Write, submit, cancel and refund invoices`,
  'customers:read': msg`Read customers`,
  'customers:write': msg`Write customers`,
  'products:read': msg`Read products`,
  'products:write': msg`Write products`,
  'reports:read': msg`Read daily reports`,
  'events:read': msg`Read what changed`,
}
