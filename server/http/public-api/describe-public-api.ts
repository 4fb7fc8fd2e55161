import type { ErrorCode } from '#contract/error-codes.ts'
import { problemSchema } from '#contract/problem.ts'
import {
  PUBLIC_REFUSALS,
  PUBLIC_WRITE_REFUSALS,
  type PublicEndpoint,
} from '#contract/public-api/public-endpoint.ts'
import { publicEndpoints } from '#contract/public-api/public-endpoints.ts'
import { describeParameters, describeRefusals, fieldsOf, type Json, schemaOf } from '../openapi-parts.ts'
import { STATUS_OF_CODE } from '../status-of-code.ts'
import { namesInPath } from '../validate-input.ts'
import { describeWebhooks } from './describe-webhooks.ts'

/** Refusals after which the same request, under the same key, may be done later. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['TOO_MANY_REQUESTS', 'UNAVAILABLE', 'UNEXPECTED', 'COMPANY_BLOCKED_BY_TRA'] as const),
  ...(['FISCAL_NUMBERING_HELD', 'FISCAL_IDENTITY_MISSING', 'CLOCK_BEHIND_LAST_RECEIPT'] as const),
])

/** Raised when an answer or a field is taken away; additions keep it. */
const PUBLIC_API_VERSION = '1.0.0'
/** The rules that calls follow now: a day. What is only added makes no new version. */
export const RULES_OF = '2026-12-01'

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
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', bearerFormat: 'rsk_live_… or rsk_test_…' } },
      schemas: { Problem: schemaOf(problemSchema) },
    },
  }
}

function describeCall(name: string, endpoint: PublicEndpoint): Json {
  const input = schemaOf(endpoint.input)
  const { properties, required } = fieldsOf(input)
  const inPath = namesInPath(endpoint.path)
  const names = Object.keys(properties)
  const parameters = describeParameters(endpoint.path, input, endpoint.method === 'GET' ? names : inPath)
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
    parameters:
      endpoint.method === 'GET'
        ? parameters.map((parameter) => withExample(parameter, endpoint))
        : [idempotencyKey, ...parameters],
    ...(endpoint.method === 'POST' && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: endpoint.sample ?? {} } },
      },
    }),
    responses: withHeaders(
      { ...describeAnswers(endpoint), ...describeRefusals(refusalsOf(endpoint)) },
      endpoint,
    ),
    'x-passing': refusalsOf(endpoint).filter((code) => PASSING.has(code)),
  }
}

const HEADERS = {
  'Risiti-Version': `The version of the rules that the answer follows: ${RULES_OF}. Fields that are added make no new version.`,
  'RateLimit-Policy': 'What the key may do: "write";q=60;w=60 is 60 calls in 60 seconds.',
  RateLimit: 'What is left: "write";r=41;t=12 is 41 calls in the next 12 seconds.',
  'Retry-After': 'Seconds to wait before the same request, under the same key, is sent again.',
  'Idempotent-Replayed': 'Says true when this is the stored answer to an earlier request with the same key.',
} as const

/** The answers by their status, each with the headers that it may have. */
function withHeaders(answers: Readonly<Record<string, Json>>, endpoint: PublicEndpoint): Json {
  const passing = new Set(
    refusalsOf(endpoint)
      .filter((code) => PASSING.has(code))
      .map((code) => String(STATUS_OF_CODE[code])),
  )
  const described = (status: string) => {
    // Without a key that is known nothing is counted and nothing is kept.
    const counted = ['RateLimit-Policy', 'RateLimit'] as const
    const names: (keyof typeof HEADERS)[] = ['Risiti-Version', ...(status === '401' ? [] : counted)]
    if (passing.has(status)) names.push('Retry-After')
    if (endpoint.method === 'POST' && status !== '401' && status !== '429') names.push('Idempotent-Replayed')
    const schema = (name: string) => ({ type: name === 'Retry-After' ? 'integer' : 'string' })
    return Object.fromEntries(
      names.map((name) => [name, { description: HEADERS[name], schema: schema(name) }]),
    )
  }
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, { ...answer, headers: described(status) }]),
  )
}

/** A parameter with its value in the sample, where the sample has one. */
function withExample(parameter: Json, { sample }: PublicEndpoint): Json {
  const example = sample?.[String(parameter['name'])]
  return example === undefined ? parameter : { ...parameter, example }
}

function describeAnswers({ output, statuses }: PublicEndpoint): Record<string, Json> {
  const content =
    output === null
      ? { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(output) } }
  return Object.fromEntries(
    statuses.map((status) => [String(status), { description: DESCRIPTIONS[status], content }]),
  )
}

const DESCRIPTIONS = { 200: 'Done', 201: 'Saved', 202: 'Submitted to the authority' } as const

function refusalsOf({ method, refusals }: PublicEndpoint) {
  return [...PUBLIC_REFUSALS, ...(method === 'POST' ? PUBLIC_WRITE_REFUSALS : []), ...refusals]
}
