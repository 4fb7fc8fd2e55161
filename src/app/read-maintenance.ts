import * as v from 'valibot'
import { PROOF_FIELD } from '#contract/answer-proof.ts'
import { providerSchema } from '#contract/provider-endpoints.ts'
import type { Maintenance } from '#domain/app/maintenance.ts'

/** What is read of the proof: a page of a Wi-Fi and an old answer of a cache have none for this request. */
const answerSchema = v.object({
  ...providerSchema.entries,
  [PROOF_FIELD]: v.object({ nonce: v.string(), endpoint: v.literal('provider.read') }),
})

/** The planned maintenance in an answer of our server to the request with this nonce; throws for any other answer. */
export function readMaintenance(answer: unknown, nonce: string): Maintenance | null {
  const { maintenance, [PROOF_FIELD]: proof } = v.parse(answerSchema, answer)
  if (proof.nonce !== nonce) throw new Error('an answer to another request')
  return maintenance
}
