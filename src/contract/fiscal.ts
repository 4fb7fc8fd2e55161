import * as v from 'valibot'
import { FISCAL_PAYMENT_TYPES } from '#domain/fiscal/fiscal-receipt.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'
import { centsField } from './fields/amounts.ts'
import { environmentFields } from './fields/environment.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'

/** The status of a company's fiscal identity with the tax authority. */
export const IDENTITY_STATES = ['active', 'blocked', 'stopped', 'ended', 'held'] as const

export const fiscalStatusSchema = v.object({
  state: v.picklist(IDENTITY_STATES),
  /** The authority's or our own reason while not active. */
  reason: v.string(),
  waitingReceipts: v.number(),
  lastContactAt: v.nullable(instantField),
  ...environmentFields,
  /**
   * Receipts that waiting alone does not resolve: refused, parked, or acknowledged and then missing on the
   * authority's portal; at most the first 50.
   */
  troubled: v.optional(
    v.array(
      v.object({
        invoiceId: idField,
        gc: v.number(),
        rctvnum: v.string(),
        delivery: v.picklist(['rejected', 'parked', 'missing']),
        ackCode: v.nullable(v.string()),
        ackMessage: v.nullable(v.string()),
      }),
    ),
  ),
  /** While numbering is paused after a restore: what is known and what is still missing. */
  hold: v.optional(
    v.object({
      /** The time of the backup: later events are not in it. */
      backupAt: instantField,
      /** Number of the next receipt. */
      nextGc: v.number(),
      /** Numbers below it that no phone has returned; at most the first 100. */
      missing: v.array(v.number()),
      devicesAwaited: v.number(),
      devicesReturned: v.number(),
      /** Returned receipts that the authority's portal has not shown yet. */
      unproved: v.number(),
    }),
  ),
})

/** Resumes a stopped device. */
export const fiscalResumeSchema = v.object({
  /** Absent for the caller's own company. */
  companyId: v.optional(idField),
  /**
   * After a restore: the highest receipt number that the authority's own records show for this device. Numbers up to
   * it are never assigned again.
   */
  lastGc: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(999_999_999))),
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
  /** Of the authority that the device is registered at. Absent when an older server answers. */
  environment: environmentFields.environment,
  /** Receipts voided before they were sent, as reported. Absent when an older server answers. */
  ticketsVoid: v.optional(v.number()),
  /** The device as reported; `vrn` is empty without VAT registration. Absent when an older server answers. */
  device: v.optional(
    v.object({ serial: v.string(), regId: v.string(), taxOffice: v.string(), vrn: v.string() }),
  ),
})
/** A closed day as reported, and the status of its report. */
export type ZReportView = v.InferOutput<typeof zReportSchema>
