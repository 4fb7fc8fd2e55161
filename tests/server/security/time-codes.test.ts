import { expect, test } from 'vitest'
import { acceptedStep, base32, makeRecoveryCode, timeCode } from '#server/security/time-codes.ts'

/** The secret and the moments of RFC 6238, appendix B; the last six of its eight digits. */
const SECRET = Buffer.from('12345678901234567890').toString('hex')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %d the code is %s (RFC 6238, appendix B)', (second, code) => {
  expect(timeCode(SECRET, Math.floor(second / 30))).toBe(code)
  expect(acceptedStep(SECRET, code, { nowMs: second * 1000, lastStep: 0 })).toBe(Math.floor(second / 30))
})

test('a code is good one step before and after, not further, and not twice (RFC 6238, 5.2)', () => {
  const step = 50_000_000
  const at = (steps: number, lastStep = 0) =>
    acceptedStep(SECRET, timeCode(SECRET, step), { nowMs: (step + steps) * 30_000, lastStep })
  expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([undefined, step, step, step, undefined])
  expect(at(0, step)).toBeUndefined()
})

test.each(['', '28708', '2870822', 'ABCDEF', '٢٨٧٠٨٢', '28708é'])('%j is no code', (typed) => {
  expect(acceptedStep(SECRET, typed, { nowMs: 59_000, lastStep: 0 })).toBeUndefined()
})

test('secrets are written as authenticator apps read them (RFC 4648)', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(makeRecoveryCode()).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/)
})
