import * as v from 'valibot'
import { MAX_AUTHORITY_ITEMS } from '#domain/expenses/authority-receipt.ts'
import {
  EXPENSE_AMOUNT_TYPES,
  EXPENSE_CATEGORIES,
  EXPENSE_METHODS,
  EXPENSE_PARTS,
  EXPENSE_STATUSES,
} from '#domain/expenses/expense.ts'
import { MAX_EXPENSE_ITEMS } from '#domain/expenses/expense-refusals.ts'
import { READING_STATES } from '#domain/expenses/reading.ts'
import { TRA_RECEIPT_CODE } from '#domain/expenses/receipt-code.ts'
import { FILE_TYPES, MAX_EXPENSE_FILES, MAX_FILE_BYTES } from '#domain/files/validate-file.ts'
import { FOREIGN_CURRENCIES, MAX_EXCHANGE_RATE, toExchangeRate } from '#domain/money/currency.ts'
import { TAX_LETTERS, TAX_TYPES } from '#domain/tax/tax-type.ts'
import type { ErrorCode } from './error-codes.ts'
import {
  amountFieldOr,
  basisPointsField,
  centsField,
  quantityField,
  quantityFieldOr,
} from './fields/amounts.ts'
import { fiscalDayField, fiscalDayFieldOr, instantField } from './fields/moments.ts'
import { idField, sha256Field, textField } from './fields/texts.ts'

/**
 * A person attaches up to `MAX_EXPENSE_FILES`. Phones that did so at the same time have more together, of which none may
 * be lost.
 */
const MOST_FILES_TOGETHER = 20 * MAX_EXPENSE_FILES

const fileSchema = v.object({
  sha256: sha256Field,
  name: textField(100),
  type: v.picklist(FILE_TYPES),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_FILE_BYTES)),
})

/** `HH:MM:SS`, as the authority's page requires it. */
const receiptTimeField = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/))

const vendorSchema = v.object({
  name: textField(100, 'VENDOR_NAME_TOO_LONG'),
  taxNumber: textField(30),
  vatNumber: textField(30),
  phone: textField(30, 'VENDOR_PHONE_INVALID'),
  serial: textField(30, 'VENDOR_SERIAL_LONG'),
  foreign: v.exactOptional(v.boolean()),
})

const timeRefusal = ({ input }: { readonly input: string }): ErrorCode =>
  input === '' ? 'EXPENSE_TIME_REQUIRED' : 'EXPENSE_TIME_INVALID'

/** The fields a person edits, including the status. Amounts are in Tanzanian shillings. */
export const expenseFieldsSchema = v.object({
  receiptCode: textField(255),
  receiptTime: v.exactOptional(receiptTimeField),
  day: fiscalDayFieldOr('EXPENSE_DATE_INVALID'),
  time: v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/, timeRefusal)),
  category: v.picklist(EXPENSE_CATEGORIES, 'EXPENSE_CATEGORY_REQUIRED' satisfies ErrorCode),
  categoryId: v.exactOptional(idField),
  vendor: vendorSchema,
  vendorId: v.exactOptional(idField),
  currency: v.exactOptional(v.picklist(FOREIGN_CURRENCIES)),
  /** Ten-thousandths of a shilling for one unit. */
  currencyRate: v.exactOptional(
    v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(1),
      v.maxValue(MAX_EXCHANGE_RATE),
      v.transform(toExchangeRate),
    ),
  ),
  amountType: v.picklist(EXPENSE_AMOUNT_TYPES),
  items: v.pipe(
    v.array(
      v.object({
        description: textField(255, 'EXPENSE_DESCRIPTION_LENGTH'),
        quantity: quantityFieldOr('EXPENSE_AMOUNT_NOT_POSITIVE'),
        unitAmount: amountFieldOr('EXPENSE_AMOUNT_NOT_POSITIVE'),
        taxType: v.picklist(TAX_TYPES),
        rate: basisPointsField,
      }),
    ),
    v.maxLength(MAX_EXPENSE_ITEMS),
  ),
  payments: v.pipe(
    v.array(
      v.object({ method: v.picklist(EXPENSE_METHODS), amount: amountFieldOr('EXPENSE_AMOUNT_NOT_POSITIVE') }),
    ),
    v.maxLength(20),
  ),
  /** Their contents are sent separately (`files.send-piece`). */
  files: v.exactOptional(v.pipe(v.array(fileSchema), v.maxLength(MOST_FILES_TOGETHER), v.readonly())),
  /** Parts that no person typed; with no items, the expense waits for its receipt to be read. */
  automatic: v.exactOptional(v.pipe(v.array(v.picklist(EXPENSE_PARTS)), v.maxLength(10), v.readonly())),
  /** What a person typed of the figures, while the rest of them is automatic. */
  typed: v.exactOptional(
    v.object({
      note: v.exactOptional(textField(255, 'EXPENSE_DESCRIPTION_LENGTH')),
      taxType: v.exactOptional(v.picklist(TAX_TYPES)),
      payments: v.exactOptional(
        v.pipe(
          v.array(
            v.object({
              method: v.picklist(EXPENSE_METHODS),
              amount: v.exactOptional(amountFieldOr('EXPENSE_AMOUNT_NOT_POSITIVE')),
            }),
          ),
          v.maxLength(20),
          v.readonly(),
        ),
      ),
    }),
  ),
  status: v.picklist(EXPENSE_STATUSES),
})

/** An expense in a pull and in IndexedDB. */
export const expenseSchema = v.object({
  ...expenseFieldsSchema.entries,
  id: idField,
  companyId: idField,
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  totals: v.object({ net: centsField, vat: centsField, total: centsField, balance: centsField }),
  createdBy: idField,
  createdByName: v.string(),
  createdAt: instantField,
  authority: v.exactOptional(
    v.object({
      outcome: v.picklist(['known', 'differs', 'unknown']),
      total: v.nullable(centsField),
      /** What a change of the amounts is compared with; absent in answers from before it was kept. */
      tax: v.exactOptional(centsField),
      at: instantField,
    }),
  ),
  reading: v.exactOptional(
    v.object({
      state: v.picklist(READING_STATES),
      at: instantField,
      registeredAs: v.exactOptional(idField),
    }),
  ),
})

/** Has the server read the files of an expense again, or not any more. */
export const changeReadingSchema = v.object({ expenseId: idField, read: v.boolean() })

/** Asks the authority's public page for a receipt by its code and time. */
export const lookUpReceiptSchema = v.object({
  code: v.pipe(v.string(), v.regex(TRA_RECEIPT_CODE)),
  time: receiptTimeField,
})

/** The result. */
export const lookedUpReceiptSchema = v.object({
  /** `unavailable`: the page could not be asked, or not read; the same question may be asked again. */
  outcome: v.picklist(['found', 'not-found', 'unavailable']),
  receipt: v.nullable(
    v.object({
      code: v.string(),
      day: v.nullable(fiscalDayField),
      seller: vendorSchema,
      items: v.pipe(
        v.array(
          v.object({
            description: textField(255),
            quantity: quantityField,
            amount: centsField,
            letter: v.picklist(TAX_LETTERS),
          }),
        ),
        v.maxLength(MAX_AUTHORITY_ITEMS),
      ),
      tax: centsField,
      total: centsField,
    }),
  ),
  /** The company's expense that has this receipt already. */
  registeredAs: v.nullable(idField),
})
