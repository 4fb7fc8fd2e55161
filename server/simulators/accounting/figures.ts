/** Objects of a request as they came; the simulators read each field by its own rule. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whole cents of an amount with at most two decimals; `undefined` for anything else. */
export function centsOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  const cents = Math.round(value * 100)
  return Math.abs(cents - value * 100) < 1e-4 ? cents : undefined
}

/** Tax that is inside an amount, half up, both in cents; the rate in percent. */
export function taxInside(gross: number, percent: number): number {
  return gross - Math.floor((gross * 100) / (100 + percent) + 0.5)
}

/** The first field that is not in the list. */
export function unknownField(fields: Fields, known: readonly string[]): string | undefined {
  return Object.keys(fields).find((name) => !known.includes(name))
}
