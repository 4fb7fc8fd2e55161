import type { Context, Hono } from 'hono'
import { CLIENT_PATH } from '#contract/developer-endpoints.ts'
import type { PublicEndpoint } from '#contract/public-api/public-endpoint.ts'
import { type PublicEndpointName, publicEndpoints } from '#contract/public-api/public-endpoints.ts'
import type { CountedLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import {
  authenticateKey,
  callerOf,
  type PublicCaller,
  requireScope,
} from '../../services/public-api/public-caller.ts'
import type { ApiClient } from '../../storage/api/clients.ts'
import type { AppEnv } from '../app-env.ts'
import { toRefusal } from '../fault-to-refusal.ts'
import { readJsonBody } from '../read-request.ts'
import { refusalToResponse } from '../refusal-to-response.ts'
import { validateInput } from '../validate-input.ts'
import { RULES_OF } from './describe-public-api.ts'
import {
  findEarlierAnswer,
  isFinalRefusal,
  keepAnswer,
  readIdempotencyKey,
  type SentAnswer,
} from './idempotency.ts'
import { publicHandlers } from './public-handlers.ts'
import { writeClient } from './write-client.ts'

export type PublicApiDeps = {
  readonly services: AuthServices
  readonly limits: PublicApiLimits
}

/** Calls of one key in a minute. */
export type PublicApiLimits = { readonly read: CountedLimit; readonly write: CountedLimit }

/**
 * What a program sends to the public API: key, limit, scope, then its input and the handler. Beside the calls stands
 * the client with which programs make them.
 */
export function servePublicApi(app: Hono<AppEnv>, deps: PublicApiDeps): void {
  app.get(CLIENT_PATH, (c) =>
    c.body(writeClient(deps.services.publicUrl()), 200, {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="risiti-client.ts"',
      'cache-control': 'no-cache',
    }),
  )
  for (const name of Object.keys(publicEndpoints) as PublicEndpointName[]) {
    const endpoint: PublicEndpoint = publicEndpoints[name]
    app.on(endpoint.method, endpoint.path, async (c) => {
      const headers = new Headers({ 'risiti-version': RULES_OF })
      const response = await answer(c, name, endpoint, { ...deps, headers }).catch((error: unknown) =>
        refuse(c, toRefusal(error, deps.services.log, c.get('requestId'))),
      )
      for (const [header, value] of headers) response.headers.set(header, value)
      return response
    })
  }
}

type Deps = PublicApiDeps & { readonly headers: Headers }

async function answer(
  c: Context<AppEnv>,
  name: PublicEndpointName,
  endpoint: PublicEndpoint,
  { services, limits, headers }: Deps,
): Promise<Response> {
  const client = await authenticateKey(services, c.req.header('authorization'))
  c.set('userId', client.user_id)
  const [caller] = await Promise.all([
    callerOf(services, client),
    takeFrom(limits, endpoint, client, headers),
  ])
  requireScope(caller, endpoint.scope)
  if (endpoint.method === 'GET') {
    const input = validateInput(endpoint, { ...c.req.query(), ...c.req.param() })
    return await run(name, { ...caller, key: '' }, input)
  }
  const key = readIdempotencyKey(c.req.header('idempotency-key'))
  const body = await readJsonBody(c.req.raw)
  const input = validateInput(endpoint, { ...body, ...c.req.param() })
  const earlier = await findEarlierAnswer(caller, key, { method: 'POST', path: c.req.path, body })
  if (earlier) {
    headers.set('idempotent-replayed', 'true')
    return textResponse(earlier)
  }
  return await writeOnce(c, name, { ...caller, key }, input)
}

async function writeOnce(
  c: Context<AppEnv>,
  name: PublicEndpointName,
  caller: PublicCaller & { readonly key: string },
  input: unknown,
): Promise<Response> {
  let response: Response
  let final = true
  try {
    // The prefix keeps the caller's keys apart from those that one request makes of them.
    response = await run(name, { ...caller, key: `request ${caller.key}` }, input)
  } catch (error) {
    const refusal = toRefusal(error, caller.services.log, c.get('requestId'))
    final = isFinalRefusal(refusal)
    response = refuse(c, refusal)
  }
  if (!final) return response
  return textResponse(
    await keepAnswer(caller, caller.key, { status: response.status, text: await response.text() }),
  )
}

async function run(
  name: PublicEndpointName,
  caller: PublicCaller & { readonly key: string },
  input: unknown,
): Promise<Response> {
  // The input fits the schema of this name; the compiler cannot follow the name here.
  const { status, body } = await publicHandlers[name](caller, input as never)
  if ('pdf' in body) {
    return new Response(body.pdf, {
      status,
      headers: { 'content-type': 'application/pdf', 'cache-control': 'no-store' },
    })
  }
  return textResponse({ status, text: JSON.stringify(body) })
}

function textResponse({ status, text }: SentAnswer): Response {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  return new Response(text, { status, headers: { 'content-type': type, 'cache-control': 'no-store' } })
}

/** Takes one call of the key's minute and says what is left. Refuses with `TOO_MANY_REQUESTS`. */
async function takeFrom(
  limits: PublicApiLimits,
  endpoint: PublicEndpoint,
  client: ApiClient,
  headers: Headers,
): Promise<void> {
  const name = endpoint.method === 'GET' ? 'read' : 'write'
  const { limit, windowSeconds, left, resetSeconds } = await limits[name].count(client.id)
  headers.set('ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`)
  headers.set('ratelimit', `"${name}";r=${left ?? 0};t=${resetSeconds}`)
  if (left === undefined) {
    throw new Refusal('TOO_MANY_REQUESTS', { data: { retryAfterSeconds: resetSeconds } })
  }
}

/** The fields of a sale are called items here. */
function refuse(c: Context<AppEnv>, refusal: Refusal): Response {
  const { fields } = refusal.detail
  const named = fields?.map(({ path, code }) => ({ path: path.replace(/^lines\./, 'items.'), code }))
  const detail = { ...refusal.detail, ...(named && { fields: named }) }
  // The page that explains the code (RFC 9457, section 3.1.1).
  const type = `/developer/documentation/api/auth#${refusal.code}`
  return refusalToResponse(new Refusal(refusal.code, detail), c.get('requestId'), { type })
}
