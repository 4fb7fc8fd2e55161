import { createStore, type StoreApi } from 'zustand'
import type { Customer } from '#domain/customers/customer.ts'
import {
  type AmountType,
  type InvoiceContent,
  type InvoiceLine,
  type InvoicePayment,
  type InvoiceTotals,
  MAX_LINES,
  type PaymentType,
} from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { listPriceOf, type Pricing, priceLine } from '#domain/invoices/price-line.ts'
import { settlePayments } from '#domain/invoices/settle-payments.ts'
import type { Cents } from '#domain/money/cents.ts'
import { MAX_QUANTITY, type Quantity, THOUSANDTHS, toQuantity } from '#domain/money/quantity.ts'
import type { Product } from '#domain/products/product.ts'
import { splitInclusive } from '#domain/tax/split-inclusive.ts'

export type LineField = 'quantity' | 'unitPrice' | 'discount'

/** An invoice while it is edited. An incomplete number never reaches `content`; its field is in `unreadable`. */
export type Editor = {
  readonly content: InvoiceContent
  /** What the customer handed over; `content.payments` is the part of it that pays the invoice. */
  readonly tendered: readonly InvoicePayment[]
  readonly totals: InvoiceTotals
  /** Amount still due, and change to give back. */
  readonly amountDue: Cents
  readonly changeDue: Cents
  readonly unreadable: ReadonlySet<string>
  /** Counts the person's changes; 0 while there is nothing to save. */
  readonly edits: number
  readonly change: (step: (content: InvoiceContent) => InvoiceContent) => void
  readonly changeTendered: (step: (handed: readonly InvoicePayment[]) => readonly InvoicePayment[]) => void
  /** Records that a field holds something that cannot be read, or that it can be read again. */
  readonly markUnreadable: (field: string, unreadable: boolean) => void
}

type EditorOptions = {
  readonly vatRegistered?: boolean
  /** What was handed over when the page was left; without it, the payments of the invoice. */
  readonly tendered?: readonly InvoicePayment[]
  /**
   * Starts with content that this phone has not stored yet: a copy of another sale. It is saved even without a
   * change.
   */
  readonly unsaved?: boolean
}

/** Totals and payments that always match the content and what was handed over. */
function calculateTotals(
  content: InvoiceContent,
  tendered: readonly InvoicePayment[],
  vatRegistered: boolean,
): Pick<Editor, 'content' | 'tendered' | 'totals' | 'amountDue' | 'changeDue'> {
  const totals = invoiceTotals(content, vatRegistered)
  const { payments, amountDue, changeDue } = settlePayments(totals.totalIncludingTax, tendered)
  return { content: { ...content, payments }, tendered, totals, amountDue, changeDue }
}

export function createEditor(
  content: InvoiceContent,
  { vatRegistered = true, tendered = content.payments, unsaved = false }: EditorOptions = {},
): StoreApi<Editor> {
  return createStore<Editor>((set) => ({
    ...calculateTotals(content, tendered, vatRegistered),
    unreadable: new Set(),
    edits: unsaved ? 1 : 0,
    change: (step) =>
      set((now) => ({
        ...calculateTotals(step(now.content), now.tendered, vatRegistered),
        edits: now.edits + 1,
      })),
    changeTendered: (step) =>
      set((now) => ({
        ...calculateTotals(now.content, step(now.tendered), vatRegistered),
        edits: now.edits + 1,
      })),
    markUnreadable: (field, unreadable) =>
      set((now) => {
        if (now.unreadable.has(field) === unreadable) return {}
        const marked = new Set(now.unreadable)
        if (unreadable) marked.add(field)
        else marked.delete(field)
        return { unreadable: marked }
      }),
  }))
}

/** What was handed over, where change is due: the invoice does not contain it, and a reload must not lose it. */
export function tenderedIfChangeDue({ tendered, changeDue }: Editor): {
  tendered?: readonly InvoicePayment[]
} {
  return changeDue > 0 ? { tendered } : {}
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

export type AddedProduct =
  | { readonly kind: 'put'; readonly content: InvoiceContent }
  /**
   * The tax table has no rate for it today (a rate is never guessed), the line has the maximum quantity, or the invoice
   * the maximum of lines.
   */
  | { readonly kind: 'refused'; readonly because: 'no-rate' | 'line-full' | 'invoice-full' }

/**
 * Puts a product on the invoice, one unit unless said otherwise: a new line, or more on the line that has it already.
 */
export function withProduct(
  content: InvoiceContent,
  product: Product,
  pricing: Pricing,
  lineId: string,
  quantity: Quantity = toQuantity(THOUSANDTHS),
): AddedProduct {
  const existing = content.lines.find((line) => line.productId === product.id)
  if (existing) {
    const more = existing.quantity + quantity
    if (more > MAX_QUANTITY) return { kind: 'refused', because: 'line-full' }
    return { kind: 'put', content: withLine(content, existing.id, { quantity: toQuantity(more) }) }
  }
  if (content.lines.length >= MAX_LINES) return { kind: 'refused', because: 'invoice-full' }
  const priced = priceLine(lineId, product, pricing, quantity)
  if (priced.kind === 'refused') return { kind: 'refused', because: 'no-rate' }
  return { kind: 'put', content: { ...content, lines: [...content.lines, priced.line] } }
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

/**
 * Restores lines that were removed together, at a place among the present ones, with prices as this invoice has them now;
 * refused as a new line would be.
 */
export function withLinesBack(
  content: InvoiceContent,
  removed: Pick<InvoiceContent, 'lines' | 'amountType'>,
  at = 0,
): AddedProduct {
  const restored = withAmountType({ ...content, ...removed }, content.amountType).lines
  const lines = [...content.lines.slice(0, at), ...restored, ...content.lines.slice(at)]
  if (lines.length > MAX_LINES) return { kind: 'refused', because: 'invoice-full' }
  return { kind: 'put', content: { ...content, lines } }
}

/** Switches between prices with and without VAT: what the customer pays stays the same, as near as a cent allows. */
export function withAmountType(content: InvoiceContent, amountType: AmountType): InvoiceContent {
  if (content.amountType === amountType) return content
  const lines = content.lines.map((line) => ({
    ...line,
    unitPrice:
      amountType === 'EXCLUSIVE'
        ? splitInclusive(line.unitPrice, line.rate).net
        : listPriceOf(line, content.amountType),
  }))
  return { ...content, amountType, lines }
}

/**
 * Pays a total by another method. The amount still due is paid by it; when nothing is due and a single method paid,
 * it replaces that method: the person tapped the wrong tile before. It pays the amount, not the note that was handed
 * over: change is given for cash only.
 */
export function withPaymentMethod(
  tendered: readonly InvoicePayment[],
  type: PaymentType,
  total: Cents,
): readonly InvoicePayment[] {
  const { payments, amountDue } = settlePayments(total, tendered)
  const [only, ...others] = payments
  // A reference belongs to the method it was given for.
  if (amountDue === 0 && only && others.length === 0) return [{ type, amount: only.amount }]
  return [...tendered, { type, amount: amountDue }]
}

/** The reference of a payment; an empty one is none. */
export function withTenderedReference(
  tendered: readonly InvoicePayment[],
  index: number,
  reference: string,
): readonly InvoicePayment[] {
  return tendered.map((payment, at) => {
    if (at !== index) return payment
    const { reference: _before, ...rest } = payment
    return reference === '' ? rest : { ...rest, reference }
  })
}

export function withTenderedAmount(
  tendered: readonly InvoicePayment[],
  index: number,
  amount: Cents,
): readonly InvoicePayment[] {
  return tendered.map((payment, at) => (at === index ? { ...payment, amount } : payment))
}
