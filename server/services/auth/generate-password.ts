import { randomInt } from 'node:crypto'

const LETTERS = { upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ', lower: 'abcdefghijkmnpqrstuvwxyz', digit: '23456789' }

/** 16 characters without look-alikes, some of each kind that the rule for passwords asks for (spec §5). */
export function generatePassword(): string {
  const pickRandom = (from: string, count: number) =>
    Array.from({ length: count }, () => from.charAt(randomInt(from.length))).join('')
  return `${pickRandom(LETTERS.upper, 4)}${pickRandom(LETTERS.lower, 6)}-${pickRandom(LETTERS.digit, 5)}`
}
