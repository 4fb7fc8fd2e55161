import type { HttpBindings } from '@hono/node-server'
import type { EndpointName } from '#contract/endpoints.ts'

/** What travels with one request through the app. */
export type AppEnv = {
  Bindings: HttpBindings
  Variables: { requestId: string; endpoint?: EndpointName; userId?: string }
}
