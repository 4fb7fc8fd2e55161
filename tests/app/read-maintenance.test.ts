import { expect, it } from 'vitest'
import { readMaintenance } from '#app/read-maintenance.ts'

const maintenance = { start: '2026-12-01T00:00:00.000Z', end: '2026-12-01T02:00:00.000Z' }
const answer = { prices: { annual: 100, installation: 100, vat: 1_800 }, maintenance }
const proof = { nonce: 'nonce-of-mine', endpoint: 'provider.read', account: null }

it('reads the maintenance that our server announces to this request', () => {
  expect(readMaintenance({ ...answer, answerTo: proof }, 'nonce-of-mine')).toEqual(maintenance)
  const none = { ...answer, maintenance: null, answerTo: proof }
  expect(readMaintenance(none, 'nonce-of-mine')).toBeNull()
})

it.each([
  ['without a proof', answer],
  [
    'to another request, as a cache returns it',
    { ...answer, answerTo: { ...proof, nonce: 'nonce-of-another' } },
  ],
  ['of another endpoint', { ...answer, answerTo: { ...proof, endpoint: 'tax-tips.read' } }],
])('takes no answer %s', (_, other) => {
  expect(() => readMaintenance(other, 'nonce-of-mine')).toThrow()
})
