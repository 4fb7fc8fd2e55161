import type { DescribedCall, DescribedMessage } from '#contract/developer-endpoints.ts'

type Json = Readonly<Record<string, unknown>>

/** One field as a table shows it: `items.quantity`. */
export type FieldRow = {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly about: string
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What JSON Schema says of the values of a field, in a few signs: `"cash" | "cheque"`, `string ≤ 100`. */
function typeOf(schema: Json): string {
  const values = schema['enum']
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  const options = schema['anyOf']
  if (Array.isArray(options)) return options.filter(isJson).map(typeOf).join(' | ')
  const { items, maxLength } = schema
  const type = typeof schema['type'] === 'string' ? schema['type'] : 'any'
  if (type === 'array' && isJson(items)) return `${typeOf(items)}[]`
  if (schema['format'] === 'uuid') return 'uuid'
  return typeof maxLength === 'number' ? `${type} ≤ ${maxLength}` : type
}

/** The schema inside a list or of a value that may be absent. */
function inner(schema: Json): Json {
  const options = schema['anyOf']
  if (Array.isArray(options)) {
    const object = options.filter(isJson).find((option) => option['type'] !== 'null')
    return object ? inner(object) : schema
  }
  return isJson(schema['items']) ? inner(schema['items']) : schema
}

function rowsOf(schema: Json, prefix: string): FieldRow[] {
  const { properties, required } = inner(schema)
  if (!isJson(properties)) return []
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isJson(field)) return []
    const path = `${prefix}${name}`
    const about = typeof field['description'] === 'string' ? field['description'] : ''
    const row = { name: path, type: typeOf(field), required: needed.includes(name), about }
    return [row, ...rowsOf(field, `${path}.`)]
  })
}

/** What a call takes: path, query and header, then the body. */
export function inputFields({ parameters, requestBody }: DescribedCall): FieldRow[] {
  const outside = parameters.map(({ name, required, schema }) => ({
    ...{ name, required, type: typeOf(schema) },
    about: typeof schema['description'] === 'string' ? schema['description'] : '',
  }))
  const body = requestBody?.content['application/json'].schema
  return [...outside, ...(body ? rowsOf(body, '') : [])]
}

/** What a call answers when it is done. */
export function answerFields({ responses }: DescribedCall): FieldRow[] {
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const schema = done?.content?.['application/json']?.schema
  return schema ? rowsOf(schema, '') : []
}

/** What a message to an address says. */
export function messageFields({ requestBody }: DescribedMessage): FieldRow[] {
  return rowsOf(requestBody.content['application/json'].schema, '')
}

export type RefusalCode = { readonly code: string; readonly status: string; readonly passing: boolean }

/** The codes with which calls are refused, each once, with its status and whether the same may be done later. */
export function refusalCodes(calls: readonly DescribedCall[]): RefusalCode[] {
  const found = new Map<string, string>()
  const passing = new Set(calls.flatMap((call) => call['x-passing'] ?? []))
  for (const { responses } of calls) {
    for (const [status, { description }] of Object.entries(responses)) {
      if (!status.startsWith('2')) for (const code of description.split(', ')) found.set(code, status)
    }
  }
  return [...found]
    .map(([code, status]) => ({ code, status, passing: passing.has(code) }))
    .sort((a, b) => a.status.localeCompare(b.status) || a.code.localeCompare(b.code))
}
