import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { MAX_LINES } from '#domain/invoices/invoice.ts'
import { MAX_QUANTITY, quantityText, toQuantity } from '#domain/money/quantity.ts'
import type { AddedProduct } from './editor-store.ts'

type Reason = Extract<AddedProduct, { readonly kind: 'refused' }>['because']

/** Why a product did not get into the cart, and what the person can do about it. */
export function notAddedMessage(because: Reason, name: string): MessageDescriptor {
  switch (because) {
    case 'no-rate':
      return msg`The tax type of ${name} has no rate today. Choose another tax type for it under Products`
    case 'line-full': {
      const most = quantityText(toQuantity(MAX_QUANTITY))
      return msg`The largest quantity of one item is ${most}`
    }
    case 'invoice-full': {
      const lines = MAX_LINES
      return msg`An invoice has ${lines} different items at most. Put the rest on another invoice`
    }
  }
}
