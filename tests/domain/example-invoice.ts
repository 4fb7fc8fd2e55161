import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice, InvoiceContent, InvoiceLine, InvoiceReceipt } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'

/** Shillings and cents as people write them, for short tests. */
export function tsh(amount: number) {
  return toCents(Math.round(amount * 100))
}

export function pieces(count: number) {
  return toQuantity(Math.round(count * 1000))
}

export function percent(value: number) {
  return toBasisPoints(Math.round(value * 100))
}

/** A moment in East Africa: `2026-11-21`, `10:00:00`. */
export function eat(day: string, time: string): Instant {
  return toInstant(Date.parse(`${day}T${time}+03:00`))
}

export function exampleLine(change: Partial<InvoiceLine> = {}): InvoiceLine {
  return {
    id: 'line-1',
    productId: 'product-1',
    description: 'Cement 50kg',
    quantity: pieces(1),
    taxType: 'standard',
    rate: percent(18),
    unitPrice: tsh(1000),
    discount: percent(0),
    ...change,
  }
}

export function exampleContent(change: Partial<InvoiceContent> = {}): InvoiceContent {
  return { ...newDraft(), lines: [exampleLine()], ...change }
}

export function exampleReceipt(change: Partial<InvoiceReceipt> = {}): InvoiceReceipt {
  return {
    gc: 58,
    dc: 1,
    znum: '20260302',
    rctvnum: 'SIM7QX58',
    issuedDay: '2026-03-02' as InvoiceReceipt['issuedDay'],
    issuedTime: '09:15:07',
    issuedAt: eat('2026-03-02', '09:15:07'),
    verifyUrl: 'https://verify.tra.go.tz/SIM7QX58_091507',
    delivery: 'numbered',
    ackCode: null,
    ackMessage: null,
    acknowledgedAt: null,
    verifiedAt: null,
    simulated: true,
    serial: '10TZ199999',
    uin: 'UIN10TZ199999',
    taxOffice: 'Tax Office Mfano',
    ...change,
  }
}

export function exampleInvoice(change: Partial<Invoice> = {}): Invoice {
  const content = exampleContent(change)
  const vatRegistered = change.vatRegistered ?? true
  return {
    ...content,
    id: 'invoice-1',
    companyId: 'company-1',
    status: 'draft',
    rev: 0,
    saleAt: eat('2026-03-02', '09:10:00'),
    operatorId: 'operator-1',
    operatorName: 'Asha Mfano',
    origin: 'app',
    accountingNumber: '',
    vatRegistered,
    totals: invoiceTotals(content, vatRegistered),
    receipt: null,
    cancellation: null,
    ...change,
  }
}
