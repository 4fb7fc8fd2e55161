import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OperationType } from '#contract/operations.ts'
import { useSay } from '#i18n/use-say.ts'

const NAMES = {
  'invoice.save': msg`Save a draft`,
  'invoice.submit': msg`Submit an invoice`,
  'invoice.cancel': msg`Cancel an invoice`,
  'invoice.repair': msg`Repair a receipt`,
  'invoice.credit': msg`Refund goods of an invoice`,
  'invoice.email': msg`Email an invoice`,
  'customer.save': msg`Save a customer`,
  'product.save': msg`Save a product`,
  'expense.save': msg`Save an expense`,
  'expense.keep-file': msg`Send the file of an expense`,
  'receipt.return': msg`Give a receipt back to the restored server`,
  'receipt.return-end': msg`Finish giving receipts back`,
} satisfies Record<OperationType, MessageDescriptor>

const KNOWN: Readonly<Record<string, MessageDescriptor | undefined>> = NAMES

/** What an operation does, in words; an operation of a newer version is just a change. */
export function useWorkNames(): (type: string) => string {
  const say = useSay()
  return (type) => say(KNOWN[type] ?? msg`A change`)
}
