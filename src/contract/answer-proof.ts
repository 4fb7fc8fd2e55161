import * as v from 'valibot'

/**
 * Every request has a nonce of its own in the query, where no proxy removes it, also on a POST: a refused caller is
 * answered before the body is read. The server writes into each answer and each refusal which request it answers.
 */
export const NONCE_PARAMETER = 'requestNonce'

/** Name of the proof in an answer, beside the endpoint's own fields. Without a nonce in the request there is none. */
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
