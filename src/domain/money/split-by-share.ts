import { type Cents, toCents } from './cents.ts'

/**
 * Splits `total` over `shares` in proportion, largest remainder first (ties by position), so that the parts add
 * up to the total and none is a cent or more away from its exact share. Shares are non-negative; when all are
 * zero the first part takes everything. An empty list gives an empty list.
 */
export function splitByShare(total: Cents, shares: readonly number[]): Cents[] {
  if (shares.length === 0) return []
  const whole = shares.reduce((sum, share) => sum + BigInt(share), 0n)
  if (whole === 0n) return shares.map((_, index) => toCents(index === 0 ? total : 0))
  const sign = total < 0 ? -1 : 1
  const magnitude = BigInt(Math.abs(total))
  const parts = shares.map((share, index) => {
    const exact = magnitude * BigInt(share)
    return { index, floor: exact / whole, remainder: exact % whole }
  })
  let left = Number(magnitude - parts.reduce((sum, part) => sum + part.floor, 0n))
  const result = parts.map((part) => Number(part.floor))
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
  )
  for (const part of byRemainder) {
    if (left === 0) break
    result[part.index] = (result[part.index] ?? 0) + 1
    left -= 1
  }
  return result.map((part) => toCents(sign * part))
}
