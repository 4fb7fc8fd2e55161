import * as v from 'valibot'

/**
 * Every request carries a number of its own in the query, where no proxy takes it away, also on a POST: who may not
 * come in is answered before the body is read. The server writes into each answer and each refusal what it answers.
 */
export const NONCE_PARAMETER = 'requestNonce'

/** Name of the proof in an answer, beside what the endpoint says. A server without a number in the request adds none. */
export const PROOF_FIELD = 'answerTo'

export const requestNonceSchema = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

export const answerProofSchema = v.object({
  nonce: requestNonceSchema,
  /** `null` in a refusal of an address that this server does not know. */
  endpoint: v.nullable(v.string()),
  /** The account of the session or delivery grant; `null` where it was unknown: a login, or an invalid bearer. */
  account: v.nullable(v.object({ userId: v.string(), companyId: v.nullable(v.string()) })),
})
export type AnswerProof = v.InferOutput<typeof answerProofSchema>
