import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { notAddedMessage } from '#features/invoices/edit/not-added-message.ts'

it.each([
  ['no-rate', /^The tax type of Sukari has no rate today\. Choose another tax type for it under Products$/],
  ['line-full', /^The largest quantity of one item is \d/],
  ['invoice-full', /^An invoice has 200 different items at most\. Put the rest on another invoice$/],
] as const)('says of the product itself why it is not in the cart, and what to do: %s', (because, words) => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  expect(i18n._(notAddedMessage(because, 'Sukari'))).toMatch(words)
})
