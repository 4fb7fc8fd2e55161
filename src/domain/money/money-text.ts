import { countText } from '../text/count-text.ts'
import { type Cents, toCents } from './cents.ts'

/** The largest single amount the app accepts: Tsh 999,999,999. */
export const MAX_AMOUNT: Cents = toCents(99_999_999_900)

const NBSP = '\u00A0'

/** Exactly two decimals, no grouping: `13500.00`, the form of the tax authority's documents. */
export function plainAmount(amount: Cents): string {
  const magnitude = Math.abs(amount)
  const text = `${Math.floor(magnitude / 100)}.${String(magnitude % 100).padStart(2, '0')}`
  return amount < 0 ? `-${text}` : text
}

/** Grouped digits without the currency: `12,500`, or `12,500.50`. `fixed` forces two decimals (fiscal prints). */
export function amountText(amount: Cents, fixed = false): string {
  const magnitude = Math.abs(amount)
  const rest = magnitude % 100
  const decimals = fixed || rest !== 0 ? `.${String(rest).padStart(2, '0')}` : ''
  return `${amount < 0 ? '-' : ''}${countText(Math.floor(magnitude / 100))}${decimals}`
}

/** With the label of the specification (§9): `Tsh 12,500`, `-Tsh 59,000`. The space does not break. */
export function moneyText(amount: Cents, fixed = false): string {
  const text = amountText(toCents(Math.abs(amount)), fixed)
  return `${amount < 0 ? '-' : ''}Tsh${NBSP}${text}`
}

/**
 * Reads what a person types: `1,234,567.50`, `1234567.5`, `12 500`, `59,000/=`, with or without `Tsh` or `TZS`. The
 * decimal sign is the point; commas and spaces only separate thousands. Returns `undefined` for anything else
 * (`1.234.567`, `1,5`, `12 50`) and for more than `MAX_AMOUNT`: a typing error must not become another amount.
 */
export function parseMoney(text: string): Cents | undefined {
  const cleaned = text
    .trim()
    .replace(/^(?:tsh|tzs)\.?/i, '')
    .replace(/\/[=-]$/, '')
    .trim()
  const match = /^(\d{1,3}(?:[,\s]\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(cleaned)
  if (!match) return undefined
  const value = Number((match[1] ?? '').replace(/[,\s]/g, '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value <= MAX_AMOUNT ? toCents(value) : undefined
}
