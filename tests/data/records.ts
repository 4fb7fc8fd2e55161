import { createHash } from 'node:crypto'
import type { Ports } from '#data/ports.ts'
import { uuidV7 } from '#data/uuid-v7.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Invoice, InvoiceBase } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { type InvoiceChange, invoiceIn } from '#tests/domain/example-invoice.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')

export function numberedId(n: number): string {
  return uuidV7(START, createHash('sha256').update(String(n)).digest())
}

/** Ports whose clock does not move and whose waits never end, unless changed. */
export function testPorts(change: Partial<Ports> = {}): Ports {
  let ids = 0
  return {
    clock: { now: () => START },
    random: () => 0.5,
    newId: () => {
      ids += 1
      return numberedId(1_000_000 + ids)
    },
    wait: () => new Promise(() => undefined),
    ...change,
  }
}

/** The n-th draft of a shop, one a minute. */
export function aDraft(n: number, change: InvoiceChange = {}): Invoice {
  const { status: _, receipt: __, cancellation: ___, ...rest } = change
  const content = newDraft()
  const base: InvoiceBase = {
    ...content,
    id: numberedId(n),
    companyId: numberedId(-1),
    rev: 1,
    saleAt: toInstant(START + n * 60_000),
    operatorId: numberedId(-2),
    operatorName: 'Asha',
    origin: 'app',
    accountingNumber: '',
    vatRegistered: true,
    totals: invoiceTotals(content, true),
    ...rest,
  }
  return invoiceIn(base, change)
}

export function aCustomerRecord(n: number, change: Partial<Customer> = {}): Customer {
  return {
    id: numberedId(n),
    companyId: numberedId(-1),
    rev: 1,
    name: `Customer ${n}`,
    identificationType: 'NO_IDENTIFICATION',
    identificationNumber: '',
    phone: '',
    email: '',
    vatRegistrationNumber: '',
    active: true,
    ...change,
  }
}
