import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

const anySchema = v.record(v.string(), v.unknown())
const answerSchema = v.object({
  description: v.string(),
  content: v.optional(v.record(v.string(), v.object({ schema: anySchema }))),
  headers: v.optional(v.record(v.string(), v.object({ description: v.string(), schema: anySchema }))),
})

/** One call as the pages read it. */
const callSchema = v.object({
  operationId: v.string(),
  summary: v.string(),
  'x-scope': v.nullable(v.string()),
  parameters: v.array(
    v.object({
      ...{ name: v.string(), in: v.string(), required: v.boolean(), schema: anySchema },
      example: v.optional(v.string()),
    }),
  ),
  requestBody: v.optional(
    v.object({
      required: v.boolean(),
      content: v.object({
        'application/json': v.object({ schema: anySchema, example: v.optional(anySchema) }),
      }),
    }),
  ),
  responses: v.record(v.string(), answerSchema),
  /** Codes after which the same request may be done later. */
  'x-passing': v.optional(v.array(v.string())),
})

/** A message to an address of a company, as the pages read it. */
const messageSchema = v.object({
  summary: v.string(),
  requestBody: v.object({ content: v.object({ 'application/json': v.object({ schema: anySchema }) }) }),
})
export type DescribedMessage = v.InferOutput<typeof messageSchema>

export type DescribedCall = v.InferOutput<typeof callSchema>

/** Where the client for TypeScript is, one file made of the description. */
export const CLIENT_PATH = '/v1/accounting/public/risiti-client.ts'

/** The OpenAPI description of the public API, of which the documentation pages show what they know. */
export const developerEndpoints = {
  'developer.description': endpoint({
    method: 'GET',
    path: '/v1/accounting/public/openapi.json',
    input: v.object({}),
    output: v.looseObject({
      openapi: v.string(),
      paths: v.record(v.string(), v.record(v.string(), callSchema)),
      /** By event; absent from an older server. */
      webhooks: v.optional(v.record(v.string(), v.object({ post: messageSchema }))),
    }),
    refusals: [],
    access: 'public',
  }),
}
