import fc from 'fast-check'

type Json = Readonly<Record<string, unknown>>

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a careless or hostile program sends in place of a field. */
const ODD: readonly unknown[] = [
  ...[null, '', ' ', 0, -1, 1.001, 1e21, Number.MAX_SAFE_INTEGER, true, [], {}, [null], [{}]],
  ...['\u0000', 'x'.repeat(3_000), "'; drop table invoices; --", '2026-02-30', '9999-12-31', '{}', '‮'],
  ...['00000000-0000-4000-8000-000000000000', { $ne: null }, '1e9', 'NaN', '../..', '%00'],
]

/** Stands for one of the records that exist when the request is made; `withIds` puts an id there. */
const id = fc.nat({ max: 1_000 }).map((index) => `id:${index}`)
const odd = fc.constantFrom(...ODD)

/** How often each field is odd: small, so that most requests reach the rules behind the schema. */
const ODD_WEIGHT = { weight: 1, arbitrary: odd }
const USUAL_WEIGHT = 24

function texts({ pattern, format, maxLength, minLength, description }: Json): fc.Arbitrary<unknown> {
  if (format === 'uuid') return id
  if (typeof pattern === 'string') {
    return pattern.includes('100') ? fc.constantFrom('1', '2', '25', '100') : days
  }
  if (typeof description === 'string' && description.startsWith('moment')) {
    return fc.constantFrom('2026-11-21T09:00:00Z', '2026-11-20T23:59:59.999+03:00', '2026-11-21T10:00')
  }
  const max = Math.min(typeof maxLength === 'number' ? maxLength : 40, 40)
  const min = typeof minLength === 'number' ? minLength : 0
  const known = fc.constantFrom('Sukari', 'Asha Traders', '100200300', '0754123456', 'asha@example.tz', '')
  return fc.oneof(known, fc.string({ minLength: min, maxLength: max, unit: 'grapheme' }))
}

const days = fc.constantFrom('2026-11-01', '2026-11-20', '2026-11-21', '2026-12-31', '2024-02-29')

function numbers({ minimum, maximum }: Json): fc.Arbitrary<unknown> {
  const min = typeof minimum === 'number' ? minimum : 0
  const max = Math.min(typeof maximum === 'number' ? maximum : 10_000, 10_000)
  return fc.integer({ min: Math.ceil(min), max }).chain((whole) => fc.constantFrom(whole, whole + 0.5))
}

/** Values near what a JSON Schema describes: most fit it, some fields are odd. */
export function nearSchema(schema: unknown): fc.Arbitrary<unknown> {
  if (!isJson(schema)) return odd
  return fc.oneof({ weight: USUAL_WEIGHT, arbitrary: fitting(schema) }, ODD_WEIGHT)
}

function fitting(schema: Json): fc.Arbitrary<unknown> {
  const { anyOf, enum: values, const: only, type, items, properties } = schema
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(nearSchema))
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]))
  if (only !== undefined) return fc.constant(only)
  switch (type) {
    case 'string':
      return texts(schema)
    case 'number':
    case 'integer':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(nearSchema(items), { minLength: 1, maxLength: 3 })
    case 'object':
      return objects(schema, isJson(properties) ? properties : {})
    default:
      return odd
  }
}

function objects(schema: Json, properties: Json): fc.Arbitrary<unknown> {
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, nearSchema(field)]),
  )
  const usual = fc.record(fields, { requiredKeys: required })
  const broken = fc.record({ ...fields, unknownField: odd }, { requiredKeys: [] })
  return fc.oneof({ weight: USUAL_WEIGHT, arbitrary: usual }, { weight: 1, arbitrary: broken })
}

/** The value with ids of `known` in the places that `nearSchema` left for them. */
export function withIds(value: unknown, known: readonly string[]): unknown {
  if (typeof value === 'string') {
    const index = /^id:(\d+)$/.exec(value)?.[1]
    return index === undefined ? value : known[Number(index) % known.length]
  }
  if (Array.isArray(value)) return value.map((item) => withIds(item, known))
  return isJson(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withIds(field, known)]))
    : value
}
