import { type Cents, toCents } from './cents.ts'
import { MAX_AMOUNT, parseMoney } from './money-text.ts'

/** A fraction of two integers: sums at a counter are exact until they are rounded once. */
type Ratio = { readonly numerator: bigint; readonly denominator: bigint }

const SCALE = 1000n
const MAX_LENGTH = 60

/** `1,500`, `2.5`, `0.125`: commas part thousands, at most three decimals. */
function readNumber(text: string): Ratio | undefined {
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,12})?(?:\.(\d{1,3}))?$/.exec(text)
  if (!match || (match[1] === undefined && match[2] === undefined)) return undefined
  const digits = `${(match[1] ?? '0').replaceAll(',', '')}${(match[2] ?? '').padEnd(3, '0')}`
  return { numerator: BigInt(digits), denominator: SCALE }
}

function readProduct(text: string): Ratio | undefined {
  const [first = '', ...rest] = text.split(/([*/])/)
  // A single amount follows the rules of amounts: `1.234` is a typing error, not a sum.
  if (rest.length === 0 && parseMoney(first) === undefined) return undefined
  let product = readNumber(first)
  for (let at = 0; at < rest.length; at += 2) {
    const factor = readNumber(rest[at + 1] ?? '')
    if (!product || !factor) return undefined
    if (rest[at] === '*')
      product = {
        numerator: product.numerator * factor.numerator,
        denominator: product.denominator * factor.denominator,
      }
    else if (factor.numerator === 0n) return undefined
    else
      product = {
        numerator: product.numerator * factor.denominator,
        denominator: product.denominator * factor.numerator,
      }
  }
  return product
}

/**
 * Reads an amount or a calculation as people type it at a counter: `12,500`, `3*1500`, `10,000-2,500+300`,
 * `45000/12`; also `x`, `×` and `÷`. Products are computed before sums; the result is rounded half up to a cent,
 * once. Returns `undefined` for unreadable text, division by zero, and a result that is negative or above
 * `MAX_AMOUNT`.
 */
export function readSum(text: string): Cents | undefined {
  const amount = parseMoney(text)
  if (amount !== undefined || text.length > MAX_LENGTH) return amount
  const cleaned = text.replace(/\s/g, '').replace(/[x×]/gi, '*').replaceAll('÷', '/')
  const [first = '', ...rest] = cleaned.split(/([+-])/)
  let sum = readProduct(first)
  for (let at = 0; at < rest.length; at += 2) {
    const term = readProduct(rest[at + 1] ?? '')
    if (!sum || !term) return undefined
    const sign = rest[at] === '+' ? 1n : -1n
    sum = {
      numerator: sum.numerator * term.denominator + sign * term.numerator * sum.denominator,
      denominator: sum.denominator * term.denominator,
    }
  }
  if (!sum || sum.numerator < 0n) return undefined
  const cents = (sum.numerator * 200n + sum.denominator) / (sum.denominator * 2n)
  return cents <= BigInt(MAX_AMOUNT) ? toCents(Number(cents)) : undefined
}
