import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { CONTRACT_VERSION, OLDEST_SERVED_VERSION } from '#contract/version.ts'
import { contractText } from './contract-text.ts'

/**
 * When this fails you changed the wire. Ask: does a phone that was installed weeks ago, with a full outbox, still
 * get through? An added optional field: yes, note the new fingerprint. Anything else: raise CONTRACT_VERSION, keep
 * a reader for the old shape, add a test on both sides of the cut, then note the new fingerprint.
 */
const FINGERPRINT = 'e1952e32b77c2016'

test('the wire has not changed without its author noticing', () => {
  expect(createHash('sha256').update(contractText()).digest('hex').slice(0, 16)).toBe(FINGERPRINT)
})

test('the oldest served version is one that exists', () => {
  expect(OLDEST_SERVED_VERSION).toBeGreaterThanOrEqual(1)
  expect(OLDEST_SERVED_VERSION).toBeLessThanOrEqual(CONTRACT_VERSION)
})
