import type { Context } from 'hono'
import * as v from 'valibot'
import { type AnswerProof, NONCE_PARAMETER, PROOF_FIELD, requestNonceSchema } from '#contract/answer-proof.ts'
import type { AppEnv } from './app-env.ts'

/**
 * The proof in an answer: for which request, of which endpoint, for which account. Nothing when the request
 * has no nonce, as from an app installed before nonces existed.
 */
export function answerProof(c: Context<AppEnv>): { readonly [PROOF_FIELD]?: AnswerProof } {
  const nonce = v.safeParse(requestNonceSchema, c.req.query(NONCE_PARAMETER))
  if (!nonce.success) return {}
  const proof = {
    nonce: nonce.output,
    endpoint: c.get('endpoint') ?? null,
    account: c.get('account') ?? null,
  }
  return { [PROOF_FIELD]: proof }
}
