import type { CustomerRow, ProductRow } from '#data/rows.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'

export type Sale = {
  readonly lineId: string
  readonly product: ProductRow
  readonly customer: CustomerRow | undefined
  readonly price: number
}

/** What a person writes: one line, sometimes with tax on top, a discount and a customer. */
export function writeSale({ lineId, product, customer, price }: Sale): InvoiceContent {
  const taxed = product.taxType === 'standard'
  return {
    customer: customer
      ? {
          customerId: customer.id,
          name: customer.name,
          identificationType: customer.identificationType,
          identificationNumber: customer.identificationNumber,
          phone: customer.phone,
          email: customer.email,
          vatRegistrationNumber: customer.vatRegistrationNumber,
        }
      : WALK_IN_CUSTOMER,
    amountType: price % 2 === 0 ? 'INCLUSIVE' : 'EXCLUSIVE',
    reference: '',
    lines: [
      {
        id: lineId,
        productId: product.id,
        description: product.name,
        quantity: toQuantity(1000 * (1 + (price % 3))),
        taxType: product.taxType,
        rate: toBasisPoints(taxed ? 1800 : 0),
        unitPrice: toCents(price * 133_300),
        discount: toBasisPoints(price === 5 ? 750 : 0),
      },
    ],
    payments: [],
  }
}
