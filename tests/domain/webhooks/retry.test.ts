import { expect, test } from 'vitest'
import { MAX_WEBHOOK_ATTEMPTS, webhookPauseMs } from '#domain/webhooks/retry.ts'

test('ten attempts over three days, later and later, spread over a tenth (Standard Webhooks, retry schedule)', () => {
  const pauses = Array.from({ length: MAX_WEBHOOK_ATTEMPTS }, (_, done) => webhookPauseMs(done + 1, 0))
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3_600_000)
  expect(pauses).toEqual([5_000, 300_000, 1_800_000, ...hours, undefined])
  expect(webhookPauseMs(1, 1)).toBe(5_500)
})

test('a longer wait that the address asks for is kept, up to a day', () => {
  expect(webhookPauseMs(1, 0, 60_000)).toBe(60_000)
  expect(webhookPauseMs(2, 0, 1_000)).toBe(300_000)
  expect(webhookPauseMs(1, 0, 10 * 86_400_000)).toBe(86_400_000)
})
