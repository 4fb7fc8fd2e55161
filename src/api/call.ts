import ky, { HTTPError, NetworkError } from 'ky'
import * as v from 'valibot'
import { NONCE_PARAMETER } from '#contract/answer-proof.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointAnswer, EndpointInput, EndpointName } from '#contract/endpoints.ts'
import { buildRequest } from './build-request.ts'
import { type EncodedBody, encodeBody } from './compress.ts'
import type { CallOutcome, TooSlow, Unreachable } from './failure.ts'
import { findEndpoint } from './find-endpoint.ts'
import { type Asked, type CallingAccount, isOwnAnswer } from './is-own-answer.ts'
import { readJson } from './read-json.ts'
import { readRefusal } from './read-refusal.ts'
import type { TokenSource } from './token-source.ts'
import { answerBytes, requestBytes, type Traffic } from './traffic.ts'
import { withBearer } from './with-bearer.ts'

export type CallOptions = {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** For a long `timeoutMs`: with no answer begun after this long the connection counts as lost, not as slow. */
  readonly answerBeginsMs?: number
  /** Lets the request outlive the page; browsers refuse bodies of 64 KiB and more then. */
  readonly keepalive?: boolean
  /**
   * The input of a POST without a name in its path, encoded in advance by `encodeBody`, so that it is sent sooner.
   */
  readonly encodedBody?: EncodedBody
  /** Called when nothing is awaited any more before the request is sent. */
  readonly onRequestStarted?: () => void
  /** Sends no bearer even if there is one: for a push under a delivery grant. */
  readonly withoutBearer?: boolean
}

export type CallerOptions = {
  /** Origin of the server, or `/` for the origin of the page. */
  readonly prefix: string
  readonly fetch?: typeof fetch
  readonly tokens: TokenSource | null
  /** The account of the calls: an answer for another account is dropped. `null` where no user is signed in yet. */
  readonly account: CallingAccount | null
  /** Makes the nonce of a request, which its answer repeats. */
  readonly newId: () => string
  /** Called after every request that was sent, also after one without an answer. */
  readonly onTraffic?: (traffic: Traffic) => void
}

/** Calls one endpoint of the contract and never throws for failures of the connection or the server. */
export type Caller = <Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  options?: CallOptions,
) => Promise<CallOutcome<EndpointAnswer<Name>>>

const DEFAULT_TIMEOUT_MS = 20_000

/**
 * Makes the one function that calls our server. It repeats nothing by itself except a request whose bearer had just
 * expired (spec §7): the caller decides whether to try again. An answer that does not prove that it belongs to this
 * request and this account counts as no answer (design D19).
 */
export function createCaller({ prefix, fetch, tokens, account, newId, onTraffic }: CallerOptions): Caller {
  const client = ky.create({
    prefix,
    retry: 0,
    // ky's own limit ends with the headers; ours below also covers an answer that stalls midway.
    timeout: false,
    redirect: 'error',
    cache: 'no-store',
    credentials: 'omit',
    ...(fetch ? { fetch } : {}),
  })

  async function send<Name extends EndpointName>(
    name: Name,
    endpoint: Endpoint,
    input: EndpointInput<Name>,
    options: CallOptions,
    bearer: string | null,
  ): Promise<CallOutcome<EndpointAnswer<Name>>> {
    const { path, search: sent, content } = buildRequest(endpoint, input)
    const asked: Asked = { nonce: newId(), name, endpoint, account }
    const search = { ...sent, [NONCE_PARAMETER]: asked.nonce }
    const encodedBody = content && (options.encodedBody ?? (await encodeBody(content)))
    const headers: Record<string, string> = { accept: 'application/json' }
    if (bearer !== null) headers['authorization'] = `Bearer ${bearer}`
    if (encodedBody) headers['content-type'] = 'application/json'
    if (encodedBody?.encoding) headers['content-encoding'] = encodedBody.encoding
    const limit = timeLimit(options)
    const up = requestBytes(path, { ...search, ...headers }, encodedBody?.bytes.length ?? 0)
    let down = 0
    try {
      options.onRequestStarted?.()
      const response = await client(path.slice(1), {
        method: endpoint.method,
        headers,
        searchParams: search,
        signal: limit.signal,
        ...(encodedBody ? { body: encodedBody.bytes } : {}),
        ...(options.keepalive ? { keepalive: true } : {}),
      })
      limit.onAnswerBegun()
      const text = await response.text()
      down = answerBytes(response, text)
      return readAnswer<Name>(asked, response.status, text)
    } catch (error) {
      if (error instanceof HTTPError) down = answerBytes(error.response, '')
      return limit.failure() ?? failureOf(asked, error)
    } finally {
      limit.end()
      onTraffic?.({ up, down })
    }
  }

  return async (name, input, options = {}) => {
    const found = findEndpoint(name)
    const endpoint = found instanceof Promise ? await found.catch(() => undefined) : found
    // If this part of the app does not load, the connection failed.
    if (!endpoint) return { kind: 'unreachable' }
    const isPublic = endpoint.access === 'public' || options.withoutBearer === true || tokens === null
    if (isPublic) return send(name, endpoint, input, options, null)
    return withBearer(tokens, (bearer) => send(name, endpoint, input, options, bearer))
  }
}

/** A signal that fires when a limit has passed or with the caller's own; `failure` says which limit it was. */
function timeLimit({ timeoutMs = DEFAULT_TIMEOUT_MS, answerBeginsMs, signal: outer }: CallOptions) {
  const controller = new AbortController()
  let failure: Unreachable | TooSlow | undefined
  const abort = () => controller.abort()
  const failAfter = (ms: number, as: Unreachable | TooSlow) =>
    setTimeout(() => {
      failure = as
      abort()
    }, ms)
  const whole = failAfter(timeoutMs, { kind: 'too-slow' })
  const begin = answerBeginsMs === undefined ? undefined : failAfter(answerBeginsMs, { kind: 'unreachable' })
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    failure: () => failure,
    onAnswerBegun: () => clearTimeout(begin),
    end: () => {
      clearTimeout(whole)
      clearTimeout(begin)
      outer?.removeEventListener('abort', abort)
    },
  }
}

function readAnswer<Name extends EndpointName>(
  asked: Asked,
  status: number,
  text: string,
): CallOutcome<EndpointAnswer<Name>> {
  const json = readJson(text)
  const parsed = v.safeParse(asked.endpoint.output, json)
  if (!parsed.success || !isOwnAnswer(json, asked, false))
    return { kind: 'unreadable', endpoint: asked.name, status }
  // The schema is the endpoint's own; the compiler cannot follow a lookup by a type parameter.
  return { kind: 'answered', value: parsed.output as EndpointAnswer<Name> }
}

function failureOf(asked: Asked, error: unknown): CallOutcome<never> {
  if (error instanceof HTTPError) {
    const { status, headers } = error.response
    const body: unknown = typeof error.data === 'string' ? readJson(error.data) : error.data
    return readRefusal(status, headers, body, asked) ?? { kind: 'unreadable', endpoint: asked.name, status }
  }
  if (error instanceof NetworkError || error instanceof TypeError || error instanceof DOMException) {
    return { kind: 'unreachable' }
  }
  throw error
}
