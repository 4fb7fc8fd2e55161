import { expect, test } from 'vitest'
import { CONTRACT_VERSION, OLDEST_SERVED_VERSION } from '#contract/version.ts'
import { contractFingerprints } from './contract-fingerprints.ts'

/**
 * When this fails you changed the wire. Ask: does a phone that was installed weeks ago, with a full outbox, still
 * get through? An added optional field, endpoint or code: yes. Anything else: raise CONTRACT_VERSION, keep a reader for
 * the old shape, add a test on both sides of the cut. Then note the new lines:
 * `vitest run tests/contract/version.test.ts --project unit --update`.
 */
test('the wire has not changed without its author noticing', async () => {
  await expect(contractFingerprints()).toMatchFileSnapshot('./contract-fingerprints.txt')
})

test('the oldest served version is one that exists', () => {
  expect(OLDEST_SERVED_VERSION).toBeGreaterThanOrEqual(1)
  expect(OLDEST_SERVED_VERSION).toBeLessThanOrEqual(CONTRACT_VERSION)
})
