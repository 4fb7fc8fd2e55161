import type { HttpBindings } from '@hono/node-server'
import type { AnswerProof } from '#contract/answer-proof.ts'
import type { EndpointName } from '#contract/endpoints.ts'

/** What travels with one request through the app. */
export type AppEnv = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    endpoint?: EndpointName
    userId?: string
    /** Whose answer it will be, once that is known. */
    account?: NonNullable<AnswerProof['account']>
  }
}
