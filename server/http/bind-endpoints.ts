import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { pushRequestSchema } from '#contract/sync.ts'
import { Refusal } from '../ports/refusal.ts'
import { answerProof } from './answer-proof.ts'
import type { AppEnv } from './app-env.ts'
import { type AuthenticationDeps, authenticate, authenticateByGrant } from './authenticate.ts'
import { clientAddress } from './client-address.ts'
import type { AnsweredUser, Handlers, PublicContext, RequestContext } from './handlers/handler-types.ts'
import { jsonResponse } from './json-response.ts'
import { readJsonBody } from './read-request.ts'
import { validateInput } from './validate-input.ts'

export type EndpointDeps = {
  readonly authentication: AuthenticationDeps
  readonly handlers: Handlers
  readonly trustedProxies: number
}

/** Serves every endpoint of the contract: who asks, what was sent, the handler, the answer. */
export function bindEndpoints(app: Hono<AppEnv>, deps: EndpointDeps): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name]
    app.on(endpoint.method, endpoint.path, async (c) => {
      c.set('endpoint', name)
      const { context, input } = await admit(c, endpoint, deps)
      // The context fits the endpoint's access and the input its schema; the compiler cannot follow the name here.
      const answer = await deps.handlers[name](context as never, input as never)
      const proven = { ...answer, ...answerProof(c) }
      return await jsonResponse(proven, c.req.header('accept-encoding'))
    })
  }
}

type AdmittedRequest = { readonly context: PublicContext | RequestContext; readonly input: unknown }

/** Refuses a caller without access before the body is read; a delivery grant is inside the body. */
async function admit(c: Context<AppEnv>, endpoint: Endpoint, deps: EndpointDeps): Promise<AdmittedRequest> {
  const { authentication } = deps
  const requestId = c.get('requestId')
  const authorization = c.req.header('authorization')
  if (endpoint.access === 'public') {
    const input = validateInput(endpoint, await readRawInput(c, endpoint))
    const address = clientAddress(c, deps.trustedProxies)
    const answersFor = (user: AnsweredUser) => setAccount(c, user.id, user.company_id)
    const userAgent = c.req.header('user-agent') ?? ''
    const caller = { requestId, clientAddress: address, userAgent, answersFor }
    return { context: { ...authentication.services, ...caller }, input }
  }
  if (endpoint.access === 'signed-in' || authorization !== undefined) {
    const context = await authenticate(authentication, authorization, endpoint, requestId)
    setAccount(c, context.actor.userId, context.actor.companyId)
    return { context, input: validateInput(endpoint, await readRawInput(c, endpoint)) }
  }
  const rawInput = await readRawInput(c, endpoint)
  if (rawInput['grant'] === undefined) throw new Refusal('TOKEN_MISSING')
  const input = validateInput(endpoint, rawInput)
  const context = await authenticateByGrant(
    authentication,
    v.parse(pushRequestSchema, input),
    endpoint,
    requestId,
  )
  setAccount(c, context.actor.userId, context.actor.companyId)
  return { context, input }
}

function setAccount(c: Context<AppEnv>, userId: string, companyId: string | null): void {
  c.set('userId', userId)
  c.set('account', { userId, companyId })
}

async function readRawInput(c: Context<AppEnv>, endpoint: Endpoint): Promise<Record<string, unknown>> {
  const sent = endpoint.method === 'GET' ? c.req.query() : await readJsonBody(c.req.raw)
  return { ...sent, ...c.req.param() }
}
