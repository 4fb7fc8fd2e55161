type Json = Readonly<Record<string, unknown>>

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isJson,
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Where a value does not fit a JSON Schema, in words; `undefined` when it fits. Knows the part of the language that our
 * descriptions use, and reports a word that it does not know.
 */
export function findMismatch(schema: unknown, value: unknown, at = '$'): string | undefined {
  if (!isJson(schema)) return `${at}: no schema`
  const { anyOf, enum: values, const: only, type } = schema
  if (Array.isArray(anyOf)) {
    const found = anyOf.map((option) => findMismatch(option, value, at))
    return found.includes(undefined) ? undefined : found.join(' or ')
  }
  if (Array.isArray(values))
    return values.includes(value) ? undefined : `${at}: ${JSON.stringify(value)} is not listed`
  if (only !== undefined) return only === value ? undefined : `${at}: not ${JSON.stringify(only)}`
  if (type === undefined) return undefined
  if (typeof type !== 'string') return `${at}: no type`
  const isType = TYPES[type]
  if (!isType) return `${at}: unknown type ${type}`
  if (!isType(value)) return `${at}: not ${type}`
  if (typeof value === 'string') return findTextMismatch(schema, value, at)
  if (Array.isArray(value)) {
    return value
      .map((item, index) => findMismatch(schema['items'], item, `${at}[${index}]`))
      .find((found) => found !== undefined)
  }
  return isJson(value) ? findObjectMismatch(schema, value, at) : undefined
}

function findTextMismatch({ pattern, format }: Json, value: string, at: string): string | undefined {
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) return `${at}: not ${pattern}`
  return format === 'uuid' && !UUID.test(value) ? `${at}: no uuid` : undefined
}

function findObjectMismatch(schema: Json, value: Json, at: string): string | undefined {
  const properties = isJson(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  const missing = required.find((name) => value[name] === undefined)
  if (missing !== undefined) return `${at}.${missing} is missing`
  return Object.entries(properties)
    .map(([name, field]) =>
      value[name] === undefined ? undefined : findMismatch(field, value[name], `${at}.${name}`),
    )
    .find((found) => found !== undefined)
}
