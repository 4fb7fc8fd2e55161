import * as v from 'valibot'
import { answerProofSchema, PROOF_FIELD } from '#contract/answer-proof.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'

/** Whom a caller speaks for. */
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
 * Whether an answer was made for this request and this account. A cache on the way may give another person's or an
 * older one, and what a server gives that does not know of proofs cannot be told from those. A refusal may come from
 * before it was known who asks or what for.
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
