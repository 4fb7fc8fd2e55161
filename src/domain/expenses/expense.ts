import type { FiscalDay, Instant } from '../calendar/east-africa.ts'
import type { BasisPoints } from '../money/basis-points.ts'
import type { Cents } from '../money/cents.ts'
import type { ExchangeRate, ForeignCurrency } from '../money/currency.ts'
import type { Quantity } from '../money/quantity.ts'
import type { TaxType } from '../tax/tax-type.ts'
import type { ExpenseFile } from './expense-files.ts'
import type { Reading } from './reading.ts'

/** Spec §4. Only a pending expense can be edited; the two others are final. */
export const EXPENSE_STATUSES = ['pending', 'processed', 'canceled'] as const
export type ExpenseStatus = (typeof EXPENSE_STATUSES)[number]

/** Spec §9: what the amounts of the items hold. */
export const EXPENSE_AMOUNT_TYPES = ['INCLUSIVE', 'EXCLUSIVE', 'NO_TAX'] as const
export type ExpenseAmountType = (typeof EXPENSE_AMOUNT_TYPES)[number]

/** Ways an expense is paid (spec §9). */
export const EXPENSE_METHODS = ['CASH', 'EMONEY', 'BANK', 'CHEQUE'] as const
export type ExpenseMethod = (typeof EXPENSE_METHODS)[number]

/**
 * Built-in categories of expenses. A record stores the code, not the word, so that each phone shows it in its own
 * language.
 */
export const EXPENSE_CATEGORIES = [
  'STOCK',
  'RENT',
  'ELECTRICITY',
  'WATER',
  'FUEL',
  'TRANSPORT',
  'SALARIES',
  'OFFICE',
  'TELECOM',
  'REPAIRS',
  'BANK_FEES',
  'MEALS',
  'OTHER',
] as const
export type ExpenseCategory = (typeof EXPENSE_CATEGORIES)[number]

/** The paid party, as named on the receipt (spec §3); numbers stored bare, every part may be empty. */
export type ExpenseVendor = {
  readonly name: string
  readonly taxNumber: string
  readonly vatNumber: string
  readonly phone: string
  readonly serial: string
  /** Outside Tanzania, with a tax number of another form; absent for a local one. */
  readonly foreign?: boolean
}

/** Parts of an expense that can come from its receipt, without a person typing them. */
export const EXPENSE_PARTS = ['figures', 'category', 'vendor', 'date'] as const
export type ExpensePart = (typeof EXPENSE_PARTS)[number]

export type ExpenseItem = {
  readonly description: string
  readonly quantity: Quantity
  readonly unitAmount: Cents
  readonly taxType: TaxType
  /** Frozen when the item is saved; 0 for amounts without tax. */
  readonly rate: BasisPoints
}

export type ExpensePayment = { readonly method: ExpenseMethod; readonly amount: Cents }

/**
 * What a person typed of the figures of an expense before they were filled in from its receipt; a part that is absent
 * was left to the receipt. A payment without an amount is over what the others leave open.
 */
export type TypedFigures = {
  readonly note?: string
  readonly taxType?: TaxType
  readonly payments?: readonly { readonly method: ExpenseMethod; readonly amount?: Cents }[]
}

/** The amounts of an expense: what their totals are made of. */
export type ExpenseFigures = {
  readonly amountType: ExpenseAmountType
  readonly items: readonly ExpenseItem[]
  readonly payments: readonly ExpensePayment[]
}

/** The fields of an expense that a person enters, in stored form. Amounts are in Tanzanian shillings. */
export type ExpenseFields = ExpenseFigures & {
  /** Unique within the company among expenses that are not canceled; our own number where there is no receipt. */
  readonly receiptCode: string
  /** The time of the receipt to the second, `HH:MM:SS`: with the code, the authority's page requires it. */
  readonly receiptTime?: string
  /** Day and time of the receipt in East Africa; the time is `HH:MM`. */
  readonly day: FiscalDay
  readonly time: string
  readonly category: ExpenseCategory
  /** A category that the company made; `category` is then `OTHER`, which older apps show. */
  readonly categoryId?: string
  readonly vendor: ExpenseVendor
  /** The vendor's record, where the company keeps one; `vendor` stays as the receipt names it. */
  readonly vendorId?: string
  /** What it was paid in, where that was not shillings, and its rate; the amounts are in shillings all the same. */
  readonly currency?: ForeignCurrency
  readonly currencyRate?: ExchangeRate
  /** Photos or PDFs of the receipt; absent when there is none. */
  readonly files?: readonly ExpenseFile[]
  /** Parts that no person typed: empty until the receipt was read, then filled in from it. Absent when there are none. */
  readonly automatic?: readonly ExpensePart[]
  /** What a person typed of the figures, while the rest of them is automatic. */
  readonly typed?: TypedFigures
  readonly status: ExpenseStatus
}

/** Computed (spec §3); `balance` is the amount still to pay. */
export type ExpenseTotals = {
  readonly net: Cents
  readonly vat: Cents
  readonly total: Cents
  readonly balance: Cents
}

/** What the authority's page says about the receipt of an expense. */
export type AuthorityFinding = {
  /** `differs`: it has the receipt with another total or VAT. `unknown`: it still had none after a day. */
  readonly outcome: 'known' | 'differs' | 'unknown'
  readonly total: Cents | null
  /** Absent in answers from before it was kept. */
  readonly tax?: Cents
  readonly at: Instant
}

/** Money that a company spent. Internal only: never reported to the tax authority (spec §1). */
export type Expense = ExpenseFields & {
  readonly id: string
  readonly companyId: string
  readonly rev: number
  readonly totals: ExpenseTotals
  readonly createdBy: string
  readonly createdByName: string
  readonly createdAt: Instant
  /** What the authority's page says about its receipt; absent before it was asked or has answered. */
  readonly authority?: AuthorityFinding
  /** How the server is reading its files; absent when there is nothing to read, or it is done. */
  readonly reading?: Reading
}

export const NO_VENDOR: ExpenseVendor = { name: '', taxNumber: '', vatNumber: '', phone: '', serial: '' }
