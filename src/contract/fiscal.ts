import * as v from 'valibot'
import { FISCAL_PAYMENT_TYPES } from '#domain/fiscal/fiscal-receipt.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'
import { centsField } from './fields/amounts.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'

/** How the fiscal identity of a company stands with the tax authority. */
export const IDENTITY_STATES = ['active', 'blocked', 'stopped', 'ended', 'held'] as const

export const fiscalStatusSchema = v.object({
  state: v.picklist(IDENTITY_STATES),
  /** The authority's or our own reason while not active. */
  reason: v.string(),
  waitingReceipts: v.number(),
  lastContactAt: v.nullable(instantField),
  simulated: v.boolean(),
})

export const zReportSchema = v.object({
  day: fiscalDayField,
  znumber: v.string(),
  dailyTotal: centsField,
  gross: centsField,
  discounts: centsField,
  ticketsFiscal: v.number(),
  vatTotals: v.array(v.object({ letter: v.picklist(TAX_LETTERS), net: centsField, tax: centsField })),
  payments: v.array(v.object({ type: v.picklist(FISCAL_PAYMENT_TYPES), amount: centsField })),
  delivery: v.picklist(['waiting', 'unknown', 'acknowledged', 'refused']),
  acknowledgedAt: v.nullable(instantField),
})
