import { argon2, argon2Sync } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TEST_PASSWORD } from '#tests/support/test-password.ts'

const derive = promisify(argon2)
const cost = { tagLength: 32, memory: 64, passes: 1, parallelism: 1 }

/** What the server asks for, and the same hash made beside what is remembered. */
async function bothHashes(message: string, salt: number, passes = 1) {
  const wanted = { ...cost, passes, message, nonce: Buffer.alloc(16, salt) }
  const [first, again] = [await derive('argon2id', wanted), await derive('argon2id', wanted)]
  expect(again).toEqual(first)
  return { made: first, real: argon2Sync('argon2id', wanted) }
}

test('a remembered hash is the one that would be made, by its salt and its cost', async () => {
  const hashes = [
    await bothHashes(TEST_PASSWORD, 1),
    await bothHashes(TEST_PASSWORD, 2),
    await bothHashes(TEST_PASSWORD, 2, 2),
    await bothHashes('another one', 2),
  ]
  for (const { made, real } of hashes) expect(made).toEqual(real)
  expect(new Set(hashes.map(({ made }) => made.toString('hex'))).size).toBe(hashes.length)
})

test('what a caller does to a hash changes nothing for the next one', async () => {
  const wanted = { ...cost, message: TEST_PASSWORD, nonce: Buffer.alloc(16, 3) }
  const first = await derive('argon2id', wanted)
  const kept = Buffer.from(first)
  first.fill(0)
  const second = await derive('argon2id', wanted)
  expect(second).toEqual(kept)
  second.fill(0)
  expect(await derive('argon2id', wanted)).toEqual(kept)
})
