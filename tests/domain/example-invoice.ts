import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type {
  Invoice,
  InvoiceBase,
  InvoiceCancellation,
  InvoiceContent,
  InvoiceLine,
  InvoiceReceipt,
  InvoiceStatus,
} from '#domain/invoices/invoice.ts'
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

/** The parts of an invoice that depend on its status. */
export type StatusParts = {
  readonly status?: InvoiceStatus
  readonly receipt?: InvoiceReceipt | null
  readonly cancellation?: InvoiceCancellation | null
}

export type InvoiceChange = Partial<InvoiceBase> & StatusParts

/** The invoice in a status; parts that the status needs and the caller did not give are examples. */
export function invoiceIn(
  base: InvoiceBase,
  { status = 'draft', receipt, cancellation }: StatusParts,
): Invoice {
  switch (status) {
    case 'draft':
      return { ...base, status, receipt: null, cancellation: null }
    case 'submitted':
    case 'issued':
      return { ...base, status, receipt: receipt ?? exampleReceipt(), cancellation: null }
    case 'canceled': {
      const exampleCancellation = { at: base.saleAt, by: base.operatorId, reason: 'typed twice' }
      return { ...base, status, receipt: receipt ?? null, cancellation: cancellation ?? exampleCancellation }
    }
  }
}

export function exampleInvoice(change: InvoiceChange = {}): Invoice {
  const { status: _, receipt: __, cancellation: ___, ...rest } = change
  const content = exampleContent(change)
  const vatRegistered = change.vatRegistered ?? true
  const base: InvoiceBase = {
    ...content,
    id: 'invoice-1',
    companyId: 'company-1',
    rev: 0,
    saleAt: eat('2026-03-02', '09:10:00'),
    operatorId: 'operator-1',
    operatorName: 'Asha Mfano',
    origin: 'app',
    accountingNumber: '',
    vatRegistered,
    totals: invoiceTotals(content, vatRegistered),
    ...rest,
  }
  return invoiceIn(base, change)
}
