import { randomInt } from 'node:crypto'

const LETTERS = { upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ', lower: 'abcdefghijkmnpqrstuvwxyz', digit: '23456789' }

/** 16 characters without look-alikes, some of each kind that the rule for passwords asks for (spec §5). */
export function makePassword(): string {
  const some = (from: string, count: number) =>
    Array.from({ length: count }, () => from.charAt(randomInt(from.length))).join('')
  return `${some(LETTERS.upper, 4)}${some(LETTERS.lower, 6)}-${some(LETTERS.digit, 5)}`
}
