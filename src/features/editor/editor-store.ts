import { createStore, type StoreApi } from 'zustand'
import type { Customer } from '#domain/customers/customer.ts'
import type { AmountType, InvoiceContent, InvoiceLine, InvoicePayment } from '#domain/invoices/invoice.ts'
import { WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { type Pricing, priceLine } from '#domain/invoices/price-line.ts'
import { WHOLE } from '#domain/money/basis-points.ts'
import { THOUSANDTHS, toQuantity } from '#domain/money/quantity.ts'
import { timesRatio } from '#domain/money/round-half-up.ts'
import type { Product } from '#domain/products/product.ts'
import { splitInclusive } from '#domain/tax/split-inclusive.ts'

export type LineField = 'quantity' | 'unitPrice' | 'discount'

/** An invoice while it is written. Half a number never reaches `content`; its field is named in `unreadable`. */
export type Editor = {
  readonly content: InvoiceContent
  readonly unreadable: ReadonlySet<string>
  /** Counts what the person did; 0 while nothing was. */
  readonly edits: number
  readonly change: (step: (content: InvoiceContent) => InvoiceContent) => void
  /** Tells that a field holds something that cannot be read, or that it can be read again. */
  readonly mark: (field: string, unreadable: boolean) => void
}

export function createEditor(content: InvoiceContent): StoreApi<Editor> {
  return createStore<Editor>((set) => ({
    content,
    unreadable: new Set(),
    edits: 0,
    change: (step) => set((now) => ({ content: step(now.content), edits: now.edits + 1 })),
    mark: (field, unreadable) =>
      set((now) => {
        if (now.unreadable.has(field) === unreadable) return {}
        const marked = new Set(now.unreadable)
        if (unreadable) marked.add(field)
        else marked.delete(field)
        return { unreadable: marked }
      }),
  }))
}

/** Copies a customer onto the invoice; `null` is a walk-in customer. */
export function withCustomer(content: InvoiceContent, customer: Customer | null): InvoiceContent {
  if (customer === null) return { ...content, customer: WALK_IN_CUSTOMER }
  const { id, name, identificationType, identificationNumber, phone, email, vatRegistrationNumber } = customer
  return {
    ...content,
    customer: {
      customerId: id,
      name,
      identificationType,
      identificationNumber,
      phone,
      email,
      vatRegistrationNumber,
    },
  }
}

/**
 * Puts one more of a product on the invoice: a new line, or one piece more on the line that has it already. Gives
 * `undefined` when the tax table has no rate for it today (a rate is never guessed).
 */
export function withProduct(
  content: InvoiceContent,
  product: Product,
  pricing: Pricing,
  lineId: string,
): InvoiceContent | undefined {
  const held = content.lines.find((line) => line.productId === product.id)
  if (held) return withLine(content, held.id, { quantity: toQuantity(held.quantity + THOUSANDTHS) })
  const priced = priceLine(lineId, product, pricing)
  return priced.kind === 'ok' ? { ...content, lines: [...content.lines, priced.line] } : undefined
}

export function withLine(content: InvoiceContent, id: string, changed: Partial<InvoiceLine>): InvoiceContent {
  return {
    ...content,
    lines: content.lines.map((line) => (line.id === id ? { ...line, ...changed } : line)),
  }
}

export function withoutLine(content: InvoiceContent, id: string): InvoiceContent {
  return { ...content, lines: content.lines.filter((line) => line.id !== id) }
}

/** Prices said the other way round: what the customer pays stays the same, as near as a cent allows. */
export function withAmountType(content: InvoiceContent, amountType: AmountType): InvoiceContent {
  if (content.amountType === amountType) return content
  const lines = content.lines.map((line) => ({
    ...line,
    unitPrice:
      amountType === 'EXCLUSIVE'
        ? splitInclusive(line.unitPrice, line.rate).net
        : timesRatio(line.unitPrice, WHOLE + line.rate, WHOLE),
  }))
  return { ...content, amountType, lines }
}

export function withPayment(
  content: InvoiceContent,
  index: number,
  changed: Partial<InvoicePayment>,
): InvoiceContent {
  return {
    ...content,
    payments: content.payments.map((payment, at) => (at === index ? { ...payment, ...changed } : payment)),
  }
}

export function withoutPayment(content: InvoiceContent, index: number): InvoiceContent {
  return { ...content, payments: content.payments.filter((_, at) => at !== index) }
}
