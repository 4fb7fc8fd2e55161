import type { ApiItemInput } from '#contract/public-api/invoices.ts'
import { type FiscalDay, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import type { InvoiceCustomer, InvoiceLine } from '#domain/invoices/invoice.ts'
import { listPriceOf } from '#domain/invoices/price-line.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import type { Cents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import type { Product } from '#domain/products/product.ts'
import { rateOn } from '#domain/tax/rate-table.ts'
import type { TaxType } from '#domain/tax/tax-type.ts'
import { oneLine } from '#domain/text/one-line.ts'
import { Refusal } from '../../ports/refusal.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { findProductByName } from '../../storage/api/pages.ts'
import { readCompanyRates } from '../fiscal/company-rates.ts'
import type { DoorSale } from '../invoices/submit-at-door.ts'
import { centsOf, findNamed, writeProduct } from './catalogue.ts'
import type { PublicRequest } from './public-answer.ts'
import type { PublicWriter } from './public-caller.ts'

type SaleInput = Omit<PublicRequest<'invoices.create'>, 'submit' | 'externalReference'>

/** Refuses one field of what was sent. */
function refuseField(
  code:
    | 'INVOICE_PRODUCT_UNKNOWN'
    | 'INVOICE_LINE_PRICE_REQUIRED'
    | 'INVOICE_CUSTOMER_UNKNOWN'
    | 'INVOICE_PRODUCT_NOT_SAVED'
    | 'INVOICE_RATE_UNKNOWN'
    | 'REQUEST_INVALID',
  path: string,
): never {
  throw new Refusal(code, { fields: [{ path, code }] })
}

/** How the prices of a sale are meant, and on which day. */
type SalePrices = { readonly amountType: DoorSale['amountType']; readonly day: FiscalDay }

/**
 * The sale that a program describes. A product is named by its id or by its name; a name that the company does not
 * know is saved as a product first (spec §5), at the price of the line with its VAT.
 */
export async function readSale(writer: PublicWriter, input: SaleInput): Promise<DoorSale> {
  const { clock } = writer.context
  const amountType = input.amountType ?? 'INCLUSIVE'
  const now = clock.now()
  const saleAt = input.saleAt === undefined ? now : Date.parse(input.saleAt)
  if (Number.isNaN(saleAt) || saleAt > now + 60_000) refuseField('REQUEST_INVALID', 'saleAt')
  const prices = { amountType, day: fiscalDayOf(toInstant(saleAt)) }
  const lines: DoorSale['lines'][number][] = []
  // One after the other: the same new name twice is one product.
  for (const [index, item] of input.items.entries()) {
    lines.push(await readItem(writer, item, index, prices))
  }
  return {
    saleAt: toInstant(saleAt),
    ...(input.saleAt !== undefined && { saleAtGiven: true }),
    customer: await readCustomer(writer, input),
    amountType,
    reference: input.reference ?? '',
    lines,
    payments: (input.payments ?? []).map(({ type, amount, reference }) => {
      return { type, amount: centsOf(amount), ...(reference === undefined ? {} : { reference }) }
    }),
    ...(input.note === undefined ? {} : { note: input.note }),
  }
}

async function readCustomer(
  writer: PublicWriter,
  { customerId, customer }: SaleInput,
): Promise<InvoiceCustomer> {
  if (customerId !== undefined) {
    const known = await findNamed(writer, 'customers', customerId)
    if (known === undefined) refuseField('INVOICE_CUSTOMER_UNKNOWN', 'customerId')
    const { id, companyId: _company, rev: _rev, active: _active, ...fields } = known
    return { customerId: id, ...fields }
  }
  return {
    customerId: null,
    name: customer?.name ?? '',
    identificationType: customer?.identificationType ?? 'NO_IDENTIFICATION',
    identificationNumber: customer?.identificationNumber ?? '',
    phone: customer?.phone ?? '',
    email: customer?.email ?? '',
    vatRegistrationNumber: customer?.vatRegistrationNumber ?? '',
  }
}

async function readItem(
  writer: PublicWriter,
  item: ApiItemInput,
  index: number,
  prices: SalePrices,
): Promise<Omit<InvoiceLine, 'id' | 'rate'>> {
  const product = await productOf(writer, item, index, prices)
  // The price of a product includes VAT.
  const usual = prices.amountType === 'INCLUSIVE' ? product.unitPrice : undefined
  const unitPrice = item.unitPrice === undefined ? usual : centsOf(item.unitPrice)
  if (unitPrice === undefined) refuseField('INVOICE_LINE_PRICE_REQUIRED', `items.${index}.unitPrice`)
  return {
    productId: product.id,
    description: item.description ?? product.name,
    quantity: toQuantity(Math.round(item.quantity * 1000)),
    taxType: item.taxType ?? product.taxType,
    unitPrice,
    discount: toBasisPoints(Math.round((item.discount ?? 0) * 100)),
  }
}

async function productOf(
  writer: PublicWriter,
  item: ApiItemInput,
  index: number,
  prices: SalePrices,
): Promise<Pick<Product, 'id' | 'name' | 'taxType' | 'unitPrice'>> {
  const { context, scope, key } = writer
  if (item.productId !== undefined) {
    const known = await findNamed(writer, 'products', item.productId)
    return known ?? refuseField('INVOICE_PRODUCT_UNKNOWN', `items.${index}.productId`)
  }
  const name = oneLine(item.productName ?? '')
  if (name === '') refuseField('INVOICE_PRODUCT_NOT_SAVED', `items.${index}.productId`)
  const known = await findProductByName(context.db, scope, name)
  if (known) return known
  const unitPrice = item.unitPrice ?? refuseField('INVOICE_LINE_PRICE_REQUIRED', `items.${index}.unitPrice`)
  const taxType = item.taxType ?? 'standard'
  const listPrice = await listPriceFor(writer, { unitPrice: centsOf(unitPrice), taxType }, index, prices)
  const saved = await writeProduct(
    { ...writer, key: `product ${index} of ${key}` },
    { name, unitPrice: listPrice / 100, taxType },
  )
  return { ...saved, unitPrice: centsOf(saved.unitPrice) }
}

/** The price of a new product for the list, which always includes VAT. */
async function listPriceFor(
  { context, scope }: PublicWriter,
  { unitPrice, taxType }: { readonly unitPrice: Cents; readonly taxType: TaxType },
  index: number,
  { amountType, day }: SalePrices,
): Promise<Cents> {
  if (amountType === 'INCLUSIVE') return unitPrice
  const { company } = await getCompanyRecord(context.db, scope)
  const rates = await readCompanyRates(context.db, scope)
  const rate = rateOn(rates, taxType, day, isVatRegistered(company))
  if (rate === undefined) refuseField('INVOICE_RATE_UNKNOWN', `items.${index}.taxType`)
  return listPriceOf({ unitPrice, rate }, amountType)
}
