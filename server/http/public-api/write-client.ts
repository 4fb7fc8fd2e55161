import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PublicEndpointName, publicEndpoints } from '#contract/public-api/public-endpoints.ts'
import { type Json, schemaOf } from '../openapi-parts.ts'

const RUNTIME = join(import.meta.dirname, 'client', 'runtime.ts')

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const nested = (text: string) => text.replaceAll('\n', '\n  ')

/** What TypeScript calls the values of a JSON Schema. */
export function typeText(schema: Json): string {
  const { enum: values, const: value, anyOf, items, properties, type } = schema
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ')
  if (value !== undefined) return JSON.stringify(value)
  if (Array.isArray(anyOf)) return anyOf.filter(isJson).map(typeText).join(' | ')
  if (type === 'array') return isJson(items) ? `readonly (${typeText(items)})[]` : 'readonly unknown[]'
  if (type === 'object' && isJson(properties)) return objectText(schema, properties)
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'number':
    case 'integer':
      return 'number'
    default:
      return 'unknown'
  }
}

function objectText(schema: Json, properties: Json): string {
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const lines = Object.entries(properties).flatMap(([name, field]) => {
    if (!isJson(field)) return []
    const about = typeof field['description'] === 'string' ? `/** ${field['description']} */\n  ` : ''
    const isNeeded = required.includes(name)
    const text = `${name}${isNeeded ? '' : '?'}: ${nested(typeText(field))}${isNeeded ? '' : ' | undefined'}`
    return `\n  ${about}readonly ${text}`
  })
  return lines.length === 0 ? '{}' : `{${lines.join('')}\n}`
}

function callText(name: PublicEndpointName): string {
  const { input, output, summary } = publicEndpoints[name]
  const answer = output === null ? 'ArrayBuffer' : nested(nested(typeText(schemaOf(output))))
  return `  /** ${summary} */
  readonly '${name}': {
    readonly input: ${nested(nested(typeText(schemaOf(input))))}
    readonly answer: ${answer}
  }`
}

/** The client for TypeScript: one file without imports, with the calls of the contract written out. */
export function writeClient(serverUrl: string): string {
  const names = Object.keys(publicEndpoints) as PublicEndpointName[]
  const places = names.map((name) => {
    const { method, path } = publicEndpoints[name]
    return `  '${name}': { method: '${method}', path: '${path}' },`
  })
  const runtime = readFileSync(RUNTIME, 'utf8').replace(/^import .*\n+/gm, '')
  return `// Client of the Risiti public API, made from its description. Needs Node 20, Bun, Deno or a browser.

/** What each call takes and answers. */
export type Calls = {
${names.map(callText).join('\n')}
}

/** Where each call goes. */
const CALLS: { readonly [Name in keyof Calls]: { readonly method: string; readonly path: string } } = {
${places.join('\n')}
}

const SERVER = ${JSON.stringify(serverUrl)}

${runtime}`
}
