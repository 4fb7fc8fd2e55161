import { COMMON_REFUSALS, type Endpoint, SIGNED_IN_REFUSALS } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { problemSchema } from '#contract/problem.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { describeParameters, describeRefusals, fieldsOf, type Json, schemaOf } from './openapi-parts.ts'

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
      ? { parameters: describeParameters(endpoint.path, input, Object.keys(fieldsOf(input).properties)) }
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: {
      '200': {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(endpoint.output) } },
      },
      ...describeRefusals([
        ...COMMON_REFUSALS,
        ...endpoint.refusals,
        ...(endpoint.access === 'public' ? [] : SIGNED_IN_REFUSALS),
      ]),
    },
  }
}
