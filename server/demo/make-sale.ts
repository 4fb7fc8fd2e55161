import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { AmountType, InvoiceContent, InvoiceLine, PaymentType } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { priceLine } from '#domain/invoices/price-line.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { type Cents, toCents } from '#domain/money/cents.ts'
import { type Quantity, toQuantity } from '#domain/money/quantity.ts'
import type { Product } from '#domain/products/product.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { DEMO_PRODUCTS } from './demo-catalogue.ts'
import { demoId, type SeededRandom, seededRandom } from './seeded-random.ts'

const LINE_COUNTS = { '1': 35, '2': 25, '3': 18, '5': 12, '7': 6, '12': 4 } as const
const PAYMENT_SHARES: Readonly<Record<PaymentType, number>> = {
  cash: 62,
  'e-money': 28,
  credit_card: 5,
  cheque: 5,
}

export type SaleCatalogue = {
  readonly products: readonly [Product, ...Product[]]
  readonly customers: readonly Customer[]
  readonly vatRegistered: boolean
}

function quantityOf(product: Product, random: SeededRandom): Quantity {
  const soldInFractions = DEMO_PRODUCTS.some(
    ([name, , , , , inParts]) => name === product.name && inParts === true,
  )
  if (soldInFractions && random.draw() < 0.4) return toQuantity(250 * random.between(1, 14))
  const maxCount = product.unitPrice > 5_000_000 ? 1 : product.unitPrice > 1_000_000 ? 3 : 8
  return toQuantity(1000 * random.between(1, maxCount))
}

function lineOf(
  id: string,
  catalogue: SaleCatalogue,
  random: SeededRandom,
  day: FiscalDay,
  amountType: AmountType,
): InvoiceLine {
  // The first things of the list sell better than the last.
  const product =
    catalogue.products[Math.floor(random.draw() ** 1.6 * catalogue.products.length)] ?? catalogue.products[0]
  const pricing = { day, rates: DEFAULT_RATES, vatRegistered: catalogue.vatRegistered, amountType }
  const priced = priceLine(id, product, pricing, quantityOf(product, random))
  if (priced.kind === 'refused') throw new Error(`${product.name}: ${priced.code}`)
  const discount = random.draw() < 0.06 ? random.pick([250, 500, 1000]) : 0
  return { ...priced.line, discount: toBasisPoints(discount) }
}

/** A customer on account leaves part of the total for later. */
function paymentsOf(total: Cents, known: boolean, random: SeededRandom): InvoiceContent['payments'] {
  const type = random.pickByShare(PAYMENT_SHARES)
  const credit = known ? random.draw() : 1
  if (credit < 0.08) return []
  if (credit < 0.18) return [{ type, amount: toCents(Math.max(Math.floor(total / 200) * 100, 100)) }]
  if (total > 2_000_000 && random.draw() < 0.08) {
    const first = toCents(Math.floor(total / 200) * 100)
    return [
      { type: 'cash', amount: first },
      { type: 'e-money', amount: toCents(total - first) },
    ]
  }
  return [{ type, amount: total }]
}

/** The content of one invented sale, the same for the same name. */
export function makeSale(name: string, day: FiscalDay, catalogue: SaleCatalogue): InvoiceContent {
  const random = seededRandom(`sale ${name}`)
  const amountType: AmountType = random.draw() < 0.05 ? 'EXCLUSIVE' : 'INCLUSIVE'
  const customer =
    random.draw() < 0.45 ? catalogue.customers[random.between(0, catalogue.customers.length - 1)] : undefined
  const lines = Array.from({ length: Number(random.pickByShare(LINE_COUNTS)) }, (_, index) =>
    lineOf(demoId(`line ${name} ${index}`), catalogue, random, day, amountType),
  )
  const total = invoiceTotals({ lines, amountType }, catalogue.vatRegistered).totalIncludingTax
  return {
    ...newDraft(),
    amountType,
    lines,
    reference: customer && random.draw() < 0.2 ? `LPO-${random.between(100, 999)}` : '',
    payments: paymentsOf(total, customer !== undefined, random),
    ...(customer && {
      customer: {
        customerId: customer.id,
        name: customer.name,
        identificationType: customer.identificationType,
        identificationNumber: customer.identificationNumber,
        phone: customer.phone,
        email: customer.email,
        vatRegistrationNumber: customer.vatRegistrationNumber,
      },
    }),
  }
}
