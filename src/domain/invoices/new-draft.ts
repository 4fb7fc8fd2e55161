import type { InvoiceContent, InvoiceCustomer } from './invoice.ts'

/** A customer who passes by and gives no name: most sales in a shop. */
export const WALK_IN_CUSTOMER: InvoiceCustomer = {
  customerId: null,
  name: '',
  identificationType: 'NO_IDENTIFICATION',
  identificationNumber: '',
  phone: '',
  email: '',
  vatRegistrationNumber: '',
}

/** What a new invoice begins with: a walk-in customer, prices including VAT, nothing sold and nothing paid. */
export function newDraft(): InvoiceContent {
  return { customer: WALK_IN_CUSTOMER, amountType: 'INCLUSIVE', reference: '', lines: [], payments: [] }
}
