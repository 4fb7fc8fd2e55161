import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OperationType } from '#contract/operations.ts'
import { useTranslate } from '#i18n/use-translate.ts'

const NAMES = {
  'invoice.save': msg`Save a draft`,
  'invoice.submit': msg`Submit an invoice`,
  'invoice.cancel': msg`Cancel an invoice`,
  'invoice.repair': msg`Repair a receipt`,
  'invoice.credit': msg`Refund an invoice`,
  'invoice.email': msg`Email an invoice`,
  'customer.save': msg`Save a customer`,
  'customer.import': msg`Import customers`,
  'product.import': msg`Import products`,
  'customer.merge': msg`Merge two customers`,
  'customer.delete': msg`Delete a customer`,
  'product.save': msg`Save a product`,
  'vendor.save': msg`Save a vendor`,
  'category.save': msg`Save an expense category`,
  'product.delete': msg`Delete a product`,
  'collection.save': msg`Record a payment`,
  'collection.cancel': msg`Cancel a payment`,
  'stock.add': msg`Change the stock of a product`,
  'drawer.count': msg`Count the cash of a day`,
  'insight.answer': msg`Answer an insight`,
  'expense.save': msg`Save an expense`,
  'expense.keep-file': msg`Send an expense file`,
  'receipt.return': msg`Restore a receipt on the server`,
  'receipt.return-end': msg`Finish restoring receipts`,
} satisfies Record<OperationType, MessageDescriptor>

const KNOWN: Readonly<Record<string, MessageDescriptor | undefined>> = NAMES

/** What an operation does, in words; an operation of a newer version is just a record. */
export function useOperationName(): (type: string) => string {
  const translate = useTranslate()
  return (type) => translate(KNOWN[type] ?? msg`A record`)
}
