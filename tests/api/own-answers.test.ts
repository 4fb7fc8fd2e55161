import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type Caller, createCaller } from '#api/call.ts'
import type { TokenSource } from '#api/token-source.ts'
import { NONCE_PARAMETER } from '#contract/answer-proof.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointInput, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { valuesOf } from '../server/security-suite/schema-arbitrary.ts'

const NAMES = Object.keys(endpoints) as EndpointName[]
const OURS = { userId: 'asha', companyId: 'duka' }
const THEIRS = { userId: 'juma', companyId: 'kiosk' }

type Account = { readonly userId: string; readonly companyId: string | null }
type Proof = { readonly nonce: string; readonly endpoint: string | null; readonly account: Account | null }

type Schema = v.GenericSchema<unknown, unknown>

const made = new Map<Schema, unknown>()

/** A value that a schema takes: of an object each field by itself, since few samples are right in all of them. */
function valueFor(schema: Schema): unknown {
  if (made.has(schema)) return made.get(schema)
  const entries = schema.type === 'object' && 'entries' in schema ? Object.entries(schema.entries ?? {}) : []
  const fields = entries.map(([name, field]) => [name, valueFor(field as Schema)] as const)
  const whole = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  const some = () =>
    fc.sample(valuesOf(schema, { ids: ['019e0000-0000-7000-8000-000000000001'] }), {
      numRuns: 2_000,
      seed: 7,
    })
  const fits = v.is(schema, whole) ? whole : some().find((value) => v.is(schema, value))
  if (!v.is(schema, fits)) throw new Error('the generator finds no value')
  made.set(schema, fits)
  return fits
}

const oneOf = (schema: Endpoint['input']) => valueFor(schema) as object

/** Whom the server's proof of an endpoint names. */
function ownAccount(name: EndpointName): Account | null {
  const endpoint: Endpoint = endpoints[name]
  return endpoint.access === 'public' && endpoint.namesAccount !== true ? null : OURS
}

const tokens: TokenSource = {
  bearer: async () => ({ kind: 'token', token: 't' }),
  renew: async () => ({ kind: 'token', token: 't' }),
}

/**
 * A caller for `OURS` whose network answers with `body` and with what `proofOf` returns for the request's own
 * nonce.
 */
function callerOf(status: number, body: object, proofOf: (nonce: string) => Proof | null): Caller {
  let requests = 0
  return createCaller({
    prefix: 'https://risiti.example.test',
    tokens,
    account: OURS,
    newId: () => {
      requests += 1
      return `request-${requests}`
    },
    fetch: async (input) => {
      const nonce = new URL(new Request(input).url).searchParams.get(NONCE_PARAMETER) ?? ''
      const answerTo = proofOf(nonce)
      return Response.json({ ...body, ...(answerTo && { answerTo }) }, { status })
    },
  })
}

const ask = (call: Caller, name: EndpointName) =>
  // The input was made from the endpoint's own schema; the compiler cannot follow the name.
  call(name, oneOf(endpoints[name].input) as EndpointInput<EndpointName>)

/** What a cache, a proxy or a restored tab may deliver in place of the answer (design D19). */
const WRONG: readonly (readonly [string, (nonce: string, name: EndpointName) => Proof | null])[] = [
  ["another tenant's", (_, name) => ({ nonce: 'request-9', endpoint: name, account: THEIRS })],
  ['an older', (_, name) => ({ nonce: 'request-0', endpoint: name, account: ownAccount(name) })],
  [
    'one swapped with that of another endpoint',
    (nonce, name) => ({
      nonce,
      endpoint: name === 'session.read' ? 'devices.list' : 'session.read',
      account: ownAccount(name),
    }),
  ],
  ['one without proof', () => null],
]

const REFUSAL = {
  type: 'x',
  title: 'No',
  status: 401,
  code: 'TOKEN_INVALID',
  message: 'No',
  requestId: 'r',
}

describe.each(NAMES)('%s', (name) => {
  const answer = oneOf(endpoints[name].output)

  it('takes its own answer and its own refusal (design D19)', async () => {
    const own = (nonce: string) => ({ nonce, endpoint: name, account: ownAccount(name) })
    expect((await ask(callerOf(200, answer, own), name)).kind).toBe('answered')
    expect((await ask(callerOf(401, REFUSAL, own), name)).kind).toBe('refused')
  })

  it.each(WRONG)('drops %s answer and refusal as if none had come (design D19)', async (_, proofOf) => {
    const wrong = (nonce: string) => proofOf(nonce, name)
    expect(await ask(callerOf(200, answer, wrong), name)).toEqual({
      kind: 'unreadable',
      endpoint: name,
      status: 200,
    })
    expect(await ask(callerOf(401, REFUSAL, wrong), name)).toEqual({
      kind: 'unreadable',
      endpoint: name,
      status: 401,
    })
  })

  it('takes a refusal from before it was known who asks and what for (design D19)', async () => {
    const early = callerOf(401, REFUSAL, (nonce) => ({ nonce, endpoint: null, account: null }))
    expect((await ask(early, name)).kind).toBe('refused')
  })
})

it.each(NAMES.filter(ownAccount))(
  '%s: drops an answer for another user, another company or without an account (design D19)',
  async (name) => {
    const answer = oneOf(endpoints[name].output)
    for (const account of [THEIRS, { ...OURS, companyId: 'kiosk' }, { ...OURS, userId: 'juma' }, null]) {
      const call = callerOf(200, answer, (nonce) => ({ nonce, endpoint: name, account }))
      expect((await ask(call, name)).kind).toBe('unreadable')
    }
    const refused = callerOf(401, REFUSAL, (nonce) => ({ nonce, endpoint: name, account: THEIRS }))
    expect((await ask(refused, name)).kind).toBe('unreadable')
  },
)
