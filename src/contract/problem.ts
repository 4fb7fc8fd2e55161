import * as v from 'valibot'

/** Body of every refusal over HTTP, `application/problem+json`. */
export const problemSchema = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  /** One of `ERROR_CODES`; a newer server may know more. */
  code: v.string(),
  /** For logs and for readers of the protocol; people see the text of `code`. */
  message: v.string(),
  requestId: v.string(),
  fields: v.optional(v.array(v.object({ path: v.string(), code: v.string() }))),
  data: v.optional(v.record(v.string(), v.unknown())),
})
export type Problem = v.InferOutput<typeof problemSchema>

/** The message of a 401 that a token refresh resolves (spec §7). */
export const EXPIRED_TOKEN_MESSAGE = 'Expired JWT Token'
