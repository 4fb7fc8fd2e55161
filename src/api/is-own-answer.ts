import * as v from 'valibot'
import { answerProofSchema, PROOF_FIELD } from '#contract/answer-proof.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'

/** The account that a caller sends requests for. */
export type CallingAccount = { readonly userId: string; readonly companyId: string | null }

/** What an answer must prove: which request it answers and, where an account asked, that it is that account's. */
export type Asked = {
  readonly nonce: string
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly account: CallingAccount | null
}

const provenSchema = v.object({ [PROOF_FIELD]: answerProofSchema })

function namesAccount(endpoint: Endpoint): boolean {
  return endpoint.access !== 'public' || endpoint.namesAccount === true
}

/**
 * Whether an answer was made for this request and this account. A cache on the way may return an answer to another
 * person or an old one; an answer without a proof cannot be distinguished from those. A refusal may be made before
 * the server knows the account or the endpoint.
 */
export function isOwnAnswer(json: unknown, asked: Asked, refused: boolean): boolean {
  const parsed = v.safeParse(provenSchema, json)
  if (!parsed.success) return false
  const { nonce, endpoint, account } = parsed.output[PROOF_FIELD]
  if (nonce !== asked.nonce) return false
  if (endpoint !== asked.name && !(refused && endpoint === null)) return false
  if (asked.account === null) return true
  if (account === null) return refused || !namesAccount(asked.endpoint)
  return account.userId === asked.account.userId && account.companyId === asked.account.companyId
}
