import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { COMMON_REFUSALS, type Endpoint, SIGNED_IN_REFUSALS } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { problemSchema } from '#contract/problem.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { STATUS_OF_CODE } from './status-of-code.ts'
import { namesInPath } from './validate-input.ts'

type Json = { readonly [name: string]: unknown }

const objectShape = v.object({
  properties: v.optional(v.record(v.string(), v.unknown())),
  required: v.optional(v.array(v.string())),
})

/** The API as OpenAPI 3.1, made from the contract. */
export function describeApi(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Risiti',
      version: `${CONTRACT_VERSION}.0.0`,
      description: 'Fiscal invoices for Tanzania.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(problemSchema) },
    },
  }
}

function describeOperation(name: string, endpoint: Endpoint): Json {
  const input = schemaOf(endpoint.input)
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    // A push may use a delivery grant in its body instead of a token.
    security: { public: [], 'signed-in': [{ bearer: [] }], 'token-or-grant': [{ bearer: [] }, {}] }[
      endpoint.access
    ],
    ...(endpoint.method === 'GET'
      ? { parameters: describeParameters(endpoint.path, input) }
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: {
      '200': {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(endpoint.output) } },
      },
      ...describeRefusals(endpoint),
    },
  }
}

function describeParameters(path: string, input: Json): Json[] {
  const inPath = namesInPath(path)
  const { properties = {}, required = [] } = v.parse(objectShape, input)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: required.includes(name),
    schema,
  }))
}

function describeRefusals(endpoint: Endpoint): Json {
  const codes: ErrorCode[] = [
    ...COMMON_REFUSALS,
    ...endpoint.refusals,
    ...(endpoint.access === 'public' ? [] : SIGNED_IN_REFUSALS),
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => STATUS_OF_CODE[code])
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

/** What travels, before it is read into our types. Checks that JSON Schema cannot say are left to the server. */
function schemaOf(schema: v.GenericSchema<unknown, unknown>): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  })
  return rest
}
