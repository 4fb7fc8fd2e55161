import { expect, test } from 'vitest'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { priceTexts } from '#domain/subscription/price-texts.ts'
import { DEFAULT_PRICES } from '#domain/subscription/prices.ts'
import { DEFAULT_PRICE_TEXTS } from '#features/landing/default-prices.ts'

test('the prices written out for a stored page are those of the specification with VAT (spec §1)', () => {
  expect(DEFAULT_PRICE_TEXTS).toEqual(priceTexts({ ...DEFAULT_PRICES, vat: toBasisPoints(1800) }))
})
