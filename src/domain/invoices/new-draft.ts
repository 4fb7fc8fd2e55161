import type { InvoiceContent, InvoiceCustomer } from './invoice.ts'

/** A customer without a name: most sales in a shop. */
export const WALK_IN_CUSTOMER: InvoiceCustomer = {
  customerId: null,
  name: '',
  identificationType: 'NO_IDENTIFICATION',
  identificationNumber: '',
  phone: '',
  email: '',
  vatRegistrationNumber: '',
}

/** A new invoice: a walk-in customer, prices including VAT, no items and no payments. */
export function newDraft(): InvoiceContent {
  return { customer: WALK_IN_CUSTOMER, amountType: 'INCLUSIVE', reference: '', lines: [], payments: [] }
}
