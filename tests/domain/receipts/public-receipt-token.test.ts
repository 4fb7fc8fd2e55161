import { expect, test } from 'vitest'
import { newPublicReceiptToken, PUBLIC_RECEIPT_TOKEN } from '#domain/receipts/public-receipt-token.ts'

test('a slip link carries 132 random bits, each letter of it (design D16: at least 128)', () => {
  expect(newPublicReceiptToken(() => 0)).toBe('A'.repeat(22))
  expect(newPublicReceiptToken(() => 1 - 2 ** -32)).toBe('_'.repeat(22))
  const letters = new Set<string>()
  for (let step = 0; step < 64; step += 1) letters.add(newPublicReceiptToken(() => step / 64))
  expect(letters.size).toBe(64)
  for (const token of letters) expect(token).toMatch(PUBLIC_RECEIPT_TOKEN)
})
