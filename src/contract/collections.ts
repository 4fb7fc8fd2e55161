import * as v from 'valibot'
import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import type { ErrorCode } from './error-codes.ts'
import { amountFieldOr } from './fields/amounts.ts'
import { fiscalDayFieldOr, instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'

/** What a person enters about money received for an invoice that was sold on credit. */
export const collectionFieldsSchema = v.object({
  day: fiscalDayFieldOr('COLLECTION_DAY_INVALID'),
  type: v.picklist(PAYMENT_TYPES, 'COLLECTION_TYPE_REQUIRED' satisfies ErrorCode),
  amount: amountFieldOr('COLLECTION_AMOUNT_NOT_POSITIVE'),
  reference: textField(60, 'COLLECTION_REFERENCE_TOO_LONG'),
})

/** A collection as it travels in a pull and is kept in IndexedDB. */
export const collectionSchema = v.object({
  ...collectionFieldsSchema.entries,
  id: idField,
  companyId: idField,
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  invoiceId: idField,
  at: instantField,
  by: v.string(),
  byId: v.exactOptional(idField),
  canceled: v.boolean(),
  canceledAt: v.exactOptional(instantField),
})
