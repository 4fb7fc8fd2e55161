import { customerRow } from '#data/customers.ts'
import { invoiceRow } from '#data/invoices.ts'
import { productRow } from '#data/products.ts'
import type { CustomerRow, InvoiceRow, ProductRow } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice, InvoiceBase, InvoiceLine } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft, WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { invoiceIn } from '../../domain/example-invoice.ts'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

const FIRST = ['Asha', 'Baraka', 'Neema', 'Juma', 'Rehema', 'Hamisi', 'Zawadi', 'Salum', 'Mwanaidi', 'Faraja']
const MIDDLE = ['Mfano', 'Kilele', 'Pwani', 'Umoja', 'Mlima', 'Ziwa', 'Jua', 'Upendo', 'Amani', 'Tumaini']
const LAST = [
  'Stores',
  'Traders',
  'Duka',
  'Hoteli',
  'Ltd',
  'Enterprises',
  'Vifaa',
  'Chakula',
  'Shule',
  'Zahanati',
]
const GOODS = ['Sukari', 'Mchele', 'Unga wa mahindi', 'Mafuta ya kupikia', 'Sabuni', 'Chumvi', 'Maharage']

function pick(list: readonly string[], chance: () => number): string {
  return list[Math.floor(chance() * list.length)] ?? ''
}

/** An id of the right form that says which record it is. */
export function idOf(kind: number, index: number): string {
  return `0193a000-${kind.toString(16).padStart(4, '0')}-7000-8000-${index.toString(16).padStart(12, '0')}`
}

/** The customer of a number; like every record here, the same in every run. */
export function makeCustomer(index: number, companyId: string): CustomerRow {
  const chance = chanceFrom(index * 2 + 1)
  const name = `${pick(FIRST, chance)} ${pick(MIDDLE, chance)} ${pick(LAST, chance)} ${index}`
  return customerRow(
    {
      id: idOf(1, index),
      companyId,
      rev: 1,
      name,
      identificationType: 'TAX_IDENTIFICATION_NUMBER',
      identificationNumber: String(100_000_000 + index),
      phone: `+2557${String(10_000_000 + index).padStart(8, '0')}`,
      email: '',
      vatRegistrationNumber: '',
      active: true,
    },
    { kind: 'none' },
  )
}

/** The product of a number, each with a name of its own; what the demo sells stays beside them. */
export function makeProduct(index: number, companyId: string): ProductRow {
  const chance = chanceFrom(index * 2 + 7)
  return productRow(
    {
      id: idOf(2, 1_000 + index),
      companyId,
      rev: 1,
      name: `${pick(GOODS, chance)} ${pick(MIDDLE, chance)} ${index}`,
      unit: pick(['', 'kg', 'pc'], chance),
      unitPrice: toCents(100 * (500 + Math.floor(chance() * 40) * 100)),
      taxType: 'standard',
      active: true,
    },
    { kind: 'none' },
  )
}

function makeLine(id: string, chance: () => number): InvoiceLine {
  return {
    id,
    productId: idOf(2, Math.floor(chance() * 60)),
    description: pick(GOODS, chance),
    quantity: toQuantity(1000 * (1 + Math.floor(chance() * 5))),
    taxType: 'standard',
    rate: toBasisPoints(1800),
    unitPrice: toCents(100 * (500 + Math.floor(chance() * 20_000))),
    discount: toBasisPoints(0),
  }
}

const DAY_MS = 86_400_000
/** Invoices of the phone are spread over the two years before this one, oldest first. */
const FIRST_SALE = Date.UTC(2024, 10, 1, 5)

/**
 * The invoice of a number out of `count`: 96 in 100 issued, 2 canceled, 1 submitted, 1 draft; some 2.4 kB as JSON
 * like real ones.
 */
export function makeInvoice(index: number, count: number, companyId: string): InvoiceRow {
  const chance = chanceFrom(index * 2 + 2)
  const saleMs = FIRST_SALE + Math.floor((index / count) * 700 * DAY_MS)
  const saleAt = toInstant(saleMs)
  const lines = Array.from({ length: 1 + Math.floor(chance() * 6) }, (_, line) =>
    makeLine(idOf(3, index * 8 + line), chance),
  )
  const customer = chance() < 0.45 ? makeCustomer(Math.floor(chance() * count), companyId) : undefined
  const content = {
    ...newDraft(),
    lines,
    customer: customer
      ? {
          customerId: customer.id,
          name: customer.name,
          identificationType: customer.identificationType,
          identificationNumber: customer.identificationNumber,
          phone: customer.phone,
          email: '',
          vatRegistrationNumber: '',
        }
      : WALK_IN_CUSTOMER,
  }
  const totals = invoiceTotals(content, true)
  const share = index % 100
  const status = share === 0 ? 'draft' : share === 1 ? 'submitted' : share < 4 ? 'canceled' : 'issued'
  const day = saleAt.slice(0, 10)
  const base: InvoiceBase = {
    ...content,
    payments: [{ type: 'cash', amount: totals.totalIncludingTax }],
    id: idOf(4, index),
    companyId,
    rev: 1,
    saleAt,
    operatorId: idOf(5, 1),
    operatorName: 'Asha Mfano',
    origin: 'app',
    accountingNumber: '',
    vatRegistered: true,
    totals,
  }
  const receipt = makeReceipt(index, saleAt, day, status === 'issued')
  const cancellation = { at: saleAt, by: 'Asha Mfano', reason: 'Bei ilikosewa' }
  const invoice = invoiceIn(base, { status, receipt, cancellation })
  return invoiceRow(invoice, { kind: 'none' })
}

function makeReceipt(
  index: number,
  at: Invoice['saleAt'],
  day: string,
  verified: boolean,
): NonNullable<Invoice['receipt']> {
  return {
    gc: 1_000 + index,
    dc: 1 + (index % 140),
    znum: day.replaceAll('-', ''),
    rctvnum: `BENCH${String(1_000 + index)}`,
    issuedDay: day as NonNullable<Invoice['receipt']>['issuedDay'],
    issuedTime: at.slice(11, 19),
    issuedAt: at,
    verifyUrl: `https://verify.example.test/BENCH${1_000 + index}_${at.slice(11, 19).replaceAll(':', '')}`,
    delivery: verified ? 'verified' : 'acknowledged',
    ackCode: '0',
    ackMessage: 'Success',
    acknowledgedAt: at,
    verifiedAt: verified ? at : null,
    simulated: true,
    serial: '99TZ000001',
    uin: '09VFDWEBAPI-10131758711199000001',
    taxOffice: 'Tax Office Mfano',
  }
}
