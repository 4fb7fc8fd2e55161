import fc from 'fast-check'
import type { GenericSchema } from 'valibot'

/** What the generator may put where an id, a day or a moment is asked for, so that some of it means something. */
export type Pools = { readonly ids: readonly string[] }

type Json = unknown
type Requirement = { readonly type: string; readonly requirement?: unknown }

/** Texts that have broken servers: control characters, half characters, other scripts, markup, SQL, paths. */
const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\ufeff',
  '\u202Eabc',
  '\u0007\u001b[31m',
  '\r\nSet-Cookie: a=b',
  '👩🏽‍💻',
  'ﷺ'.repeat(5),
  'Ⱥİßﬀ',
  '</DESC><AMT>0.01</AMT>',
  ']]>&amp;<!ENTITY x SYSTEM "file:///etc/passwd">',
  '<script>alert(1)</script>',
  "'; drop table invoices; --",
  '{{7*7}}<%= 7 %>%s%n',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '1e999',
  '=cmd|calc!A1',
  'a'.repeat(300),
]

const DAYS = ['2026-11-21', '2024-02-29', '1999-01-01', '9999-12-31', '2026-02-30', '0000-00-00']
const MOMENTS = [
  '2026-11-21T09:55:00.000Z',
  '2026-11-21T10:00:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-21',
]

/** Addresses that a server must not be talked into calling, and one that it may. */
const ADDRESSES = [
  'https://fcm.googleapis.com/fcm/send/x',
  'http://127.0.0.1:4000/healthz',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data',
  'https://fcm.googleapis.com@example.test/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  `https://web.push.apple.com/${'a'.repeat(1500)}`,
]

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
)

function part(schema: object, name: string): unknown {
  return name in schema ? Reflect.get(schema, name) : undefined
}

/** Values that a schema accepts for the most part, made from the schema itself. Unknown kinds of schema throw. */
export function valuesOf(schema: GenericSchema<unknown, unknown>, pools: Pools): fc.Arbitrary<Json> {
  const pipe = part(schema, 'pipe')
  const steps = Array.isArray(pipe) ? (pipe.slice(1) as Requirement[]) : []
  const inner = () => valuesOf(part(schema, 'wrapped') as GenericSchema, pools)
  switch (schema.type) {
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return recordOf(part(schema, 'entries') as Record<string, GenericSchema>, pools)
    case 'array':
      return fc.array(valuesOf(part(schema, 'item') as GenericSchema, pools), { maxLength: 4 })
    case 'variant':
    case 'union':
      return fc.oneof(...(part(schema, 'options') as GenericSchema[]).map((one) => valuesOf(one, pools)))
    case 'optional':
    case 'exact_optional':
      return fc.option(inner(), { nil: undefined })
    case 'nullable':
      return fc.option(inner(), { nil: null })
    case 'null':
      return fc.constant(null)
    case 'literal':
      return fc.constant(part(schema, 'literal'))
    case 'picklist':
      return fc.constantFrom(...(part(schema, 'options') as readonly unknown[]))
    case 'boolean':
      return fc.boolean()
    case 'number':
      return numbersOf(steps)
    case 'string':
      return textsOf(steps, pools)
    case 'unknown':
      return fc.jsonValue()
    case 'record':
      return fc.dictionary(nastyText, fc.jsonValue(), { maxKeys: 3 })
    default:
      throw new Error(`the generator does not know schemas of type ${schema.type}`)
  }
}

function recordOf(entries: Readonly<Record<string, GenericSchema>>, pools: Pools): fc.Arbitrary<Json> {
  const model = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, valuesOf(entry, pools)]),
  )
  return fc
    .record(model)
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)))
}

function limit(steps: readonly Requirement[], type: string, otherwise: number): number {
  const found = steps.find((step) => step.type === type)?.requirement
  return typeof found === 'number' ? found : otherwise
}

function numbersOf(steps: readonly Requirement[]): fc.Arbitrary<number> {
  const min = limit(steps, 'min_value', Number.MIN_SAFE_INTEGER)
  const max = limit(steps, 'max_value', Number.MAX_SAFE_INTEGER)
  return fc.oneof(
    fc.integer({ min: Math.max(min, -1_000), max: Math.min(max, 100_000) }),
    fc.constantFrom(min, max, Math.min(max, 2 ** 31), Math.min(max, 2 ** 53 - 1)),
  )
}

function textsOf(steps: readonly Requirement[], pools: Pools): fc.Arbitrary<string> {
  const names = steps.map((step) => step.type)
  if (names.includes('uuid')) return fc.oneof(fc.constantFrom(...pools.ids), fc.uuid())
  if (names.includes('url')) return fc.oneof(fc.constantFrom(...ADDRESSES), fc.webUrl())
  const pattern = steps.find((step) => step.type === 'regex')?.requirement
  if (pattern instanceof RegExp) return fc.stringMatching(pattern)
  const min = limit(steps, 'min_length', 0)
  const max = limit(steps, 'max_length', 400)
  const fitted = nastyText.map((text) => text.padEnd(min, 'x').slice(0, max))
  return fc.oneof(
    { weight: 2, arbitrary: fitted },
    { weight: 2, arbitrary: fc.string({ minLength: Math.min(min, 40), maxLength: Math.min(max, 40) }) },
    // Days and moments are texts with a check of their own.
    { weight: names.includes('check') ? 2 : 0, arbitrary: fc.constantFrom(...DAYS, ...MOMENTS) },
  )
}
