import type { Customer } from './customer.ts'

/** What an edit of a customer never changes: the ids of those that were merged into it. */
export function mergedIdsOf(customer: Customer | undefined): Pick<Customer, 'mergedIds'> {
  return customer?.mergedIds ? { mergedIds: customer.mergedIds } : {}
}

/**
 * The customer that stays when two turn out to be one: its own details, those of the other where it has none, and the
 * ids whose invoices, payments and balance are its own from now on. Receipts keep what was printed on them.
 */
export function mergeCustomers(kept: Customer, merged: Customer): Customer {
  const identified = kept.identificationNumber === '' ? merged : kept
  return {
    ...kept,
    identificationType: identified.identificationType,
    identificationNumber: identified.identificationNumber,
    phone: kept.phone || merged.phone,
    email: kept.email || merged.email,
    vatRegistrationNumber: kept.vatRegistrationNumber || merged.vatRegistrationNumber,
    active: kept.active || merged.active,
    mergedIds: [...new Set([...(kept.mergedIds ?? []), ...(merged.mergedIds ?? []), merged.id])],
  }
}
