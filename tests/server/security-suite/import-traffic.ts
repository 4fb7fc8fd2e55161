import { randomUUID } from 'node:crypto'
import type { Phone } from '../../support/test-backend.ts'

type Written = { readonly customerId: string; readonly customer: object; readonly product: object }

/** Rows of files, of which one is refused and one becomes an alias, and a second record merged into a customer. */
export async function importAndMerge(
  phone: Phone,
  { customerId, customer, product }: Written,
): Promise<void> {
  const aRow = (fields: object) => ({ customerId: randomUUID(), baseRev: 0, base: null, fields })
  // Another customer with a known number is refused.
  const other = aRow({ ...customer, name: 'Asiye Juma' })
  await phone.pushOne('customer.save', other)
  const fresh = aRow({ ...customer, identificationNumber: 'CD123456' })
  await phone.pushOne('customer.import', {
    rows: [fresh, other, aRow(customer)],
  })
  const productRow = { productId: randomUUID(), baseRev: 0, base: null, fields: product }
  await phone.pushOne('product.import', { rows: [productRow] })
  await phone.pushOne('customer.merge', { customerId: fresh.customerId, intoId: customerId })
}
