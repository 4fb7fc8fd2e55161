import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { problemSchema } from '#contract/problem.ts'
import {
  PUBLIC_REFUSALS,
  PUBLIC_WRITE_REFUSALS,
  type PublicEndpoint,
} from '#contract/public-api/public-endpoint.ts'
import { publicEndpoints } from '#contract/public-api/public-endpoints.ts'
import { STATUS_OF_CODE } from '../status-of-code.ts'
import { namesInPath } from '../validate-input.ts'

type Json = { readonly [name: string]: unknown }

const objectShape = v.object({
  properties: v.optional(v.record(v.string(), v.unknown())),
  required: v.optional(v.array(v.string())),
})

/** Raised when an answer or a field is taken away; additions keep it. */
const PUBLIC_API_VERSION = '1.0.0'

/** The public API as OpenAPI 3.1, made from the contract. */
export function describePublicApi(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, endpoint] of Object.entries<PublicEndpoint>(publicEndpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeCall(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Risiti public API',
      version: PUBLIC_API_VERSION,
      description: 'Issue fiscal invoices in Tanzania from your own program. Amounts are Tsh.',
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', bearerFormat: 'rsk_live_… or rsk_test_…' } },
      schemas: { Problem: schemaOf(problemSchema) },
    },
  }
}

function describeCall(name: string, endpoint: PublicEndpoint): Json {
  const input = schemaOf(endpoint.input)
  const { properties = {}, required = [] } = v.parse(objectShape, input)
  const inPath = namesInPath(endpoint.path)
  const names = Object.keys(properties)
  const parameterNames = endpoint.method === 'GET' ? names : inPath
  const parameters = parameterNames.map((parameter) => ({
    ...{ name: parameter, in: inPath.includes(parameter) ? 'path' : 'query' },
    ...{ required: required.includes(parameter), schema: properties[parameter] },
  }))
  const inBody = names.filter((field) => !inPath.includes(field))
  const body = {
    type: 'object',
    properties: Object.fromEntries(inBody.map((field) => [field, properties[field]])),
    required: required.filter((field) => inBody.includes(field)),
    additionalProperties: false,
  }
  const idempotencyKey = {
    ...{ name: 'Idempotency-Key', in: 'header', required: true },
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [name.split('.')[0]],
    'x-scope': endpoint.scope,
    parameters: endpoint.method === 'GET' ? parameters : [idempotencyKey, ...parameters],
    ...(endpoint.method === 'POST' && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    responses: { ...describeAnswers(endpoint), ...describeRefusals(endpoint) },
  }
}

function describeAnswers({ output, statuses }: PublicEndpoint): Json {
  const content =
    output === null
      ? { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(output) } }
  return Object.fromEntries(
    statuses.map((status) => [String(status), { description: DESCRIPTIONS[status], content }]),
  )
}

const DESCRIPTIONS = { 200: 'Done', 201: 'Saved', 202: 'Submitted to the authority' } as const

function describeRefusals(endpoint: PublicEndpoint): Json {
  const codes = new Set([
    ...PUBLIC_REFUSALS,
    ...(endpoint.method === 'POST' ? PUBLIC_WRITE_REFUSALS : []),
    ...endpoint.refusals,
  ])
  const byStatus = Map.groupBy(codes, (code) => STATUS_OF_CODE[code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, ofStatus]) => [
        String(status),
        {
          description: ofStatus.join(', '),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
  )
}

/** What travels. Checks that JSON Schema cannot say are left to the server. */
function schemaOf(schema: v.GenericSchema<unknown, unknown>): Json {
  const options = { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' } as const
  const { $schema: _, ...rest } = toJsonSchema(schema, options)
  return rest
}
