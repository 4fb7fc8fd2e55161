import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { refusedFields } from '#contract/fields/refused-fields.ts'
import {
  OPERATION_TYPES,
  type OperationBody,
  type OperationType,
  operationBodies,
} from '#contract/operations.ts'
import type { PushedOperation } from '#contract/sync.ts'
import { Refusal } from '../../ports/refusal.ts'
import { cancelCollection, saveCollection } from '../collections/save-collection.ts'
import { deleteCustomer } from '../customers/delete-customer.ts'
import { mergeCustomer } from '../customers/merge-customer.ts'
import { importCustomer, saveCustomer } from '../customers/save-customer.ts'
import { countDrawer } from '../drawers/count-drawer.ts'
import { confirmFile } from '../expenses/confirm-file.ts'
import { saveCategory } from '../expenses/save-category.ts'
import { saveExpense } from '../expenses/save-expense.ts'
import { answerInsight } from '../insights/answers.ts'
import { cancelInvoice } from '../invoices/cancel-invoice.ts'
import { creditInvoice } from '../invoices/credit-invoice.ts'
import { emailInvoice } from '../invoices/email-invoice.ts'
import { repairInvoice } from '../invoices/repair-invoice.ts'
import { saveInvoice } from '../invoices/save-invoice.ts'
import { submitInvoice } from '../invoices/submit-invoice.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { importRows } from '../operations/import-rows.ts'
import { addStock } from '../products/add-stock.ts'
import { deleteProduct } from '../products/delete-product.ts'
import { saveProduct } from '../products/save-product.ts'
import { endReturn } from '../recovery/end-return.ts'
import { returnReceipt } from '../recovery/return-receipt.ts'
import { saveVendor } from '../vendors/save-vendor.ts'

export type OperationRunner = (execution: Execution) => Promise<Executed>

function requireKnownType(type: string): OperationType {
  const known = OPERATION_TYPES.find((candidate) => candidate === type)
  if (known === undefined) throw new Refusal('OPERATION_UNKNOWN')
  return known
}

function parseBody<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('OPERATION_INVALID')
  }
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const fields = refusedFields(result.issues)
  throw new Refusal(fields[0]?.code ?? 'OPERATION_INVALID', { fields })
}

/**
 * The body of a valid submission; `undefined` for any other operation, and for one that `readOperation`
 * refuses.
 */
export function parseSubmission(operation: PushedOperation): OperationBody<'invoice.submit'> | undefined {
  if (operation.type !== 'invoice.submit') return undefined
  try {
    checkOperation(operation)
    return parseBody(operationBodies['invoice.submit'][1], operation.body)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The type of an operation. Refuses a body that is not the one its hash names, and unknown types and versions. */
function checkOperation(operation: PushedOperation): OperationType {
  const hash = createHash('sha256').update(operation.body, 'utf8').digest('hex')
  if (hash !== operation.bodyHash) throw new Refusal('OPERATION_INVALID')
  const type = requireKnownType(operation.type)
  if (operation.v !== 1) throw new Refusal('OPERATION_UNKNOWN')
  return type
}

/** What runs each operation, with the body that its schema has read. */
const VERBS: {
  readonly [Type in OperationType]: (execution: Execution, body: OperationBody<Type>) => Promise<Executed>
} = {
  'invoice.save': saveInvoice,
  'invoice.submit': submitInvoice,
  'invoice.cancel': cancelInvoice,
  'invoice.repair': repairInvoice,
  'invoice.credit': creditInvoice,
  'invoice.email': emailInvoice,
  'receipt.return': returnReceipt,
  'receipt.return-end': endReturn,
  'customer.save': saveCustomer,
  'customer.import': (execution, body) => importRows(execution, 'customer.save', body.rows, importCustomer),
  'product.import': (execution, body) => importRows(execution, 'product.save', body.rows, saveProduct),
  'customer.merge': mergeCustomer,
  'customer.delete': deleteCustomer,
  'product.save': saveProduct,
  'vendor.save': saveVendor,
  'category.save': saveCategory,
  'product.delete': deleteProduct,
  'collection.save': saveCollection,
  'collection.cancel': cancelCollection,
  'drawer.count': countDrawer,
  'insight.answer': answerInsight,
  'stock.add': addStock,
  'expense.save': saveExpense,
  'expense.keep-file': confirmFile,
}

function runnerOf<Type extends OperationType>(type: Type, text: string): OperationRunner {
  const body = parseBody(operationBodies[type][1], text)
  return (execution) => VERBS[type](execution, body)
}

/**
 * Reads a pushed operation: what is left is to run it. Refuses a body that is not the one its hash names
 * (`OPERATION_INVALID`), and a type or version this server does not know (`OPERATION_UNKNOWN`).
 */
export function parseOperation(operation: PushedOperation): OperationRunner {
  return runnerOf(checkOperation(operation), operation.body)
}
