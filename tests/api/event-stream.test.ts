import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEventReader, listenToEvents } from '#api/event-stream.ts'
import type { Bearer, TokenSource } from '#api/token-source.ts'

describe('events are read', () => {
  test('however the network splits them (WHATWG HTML, server-sent events)', () => {
    const events = fc.array(fc.stringMatching(/^[\w {}":]{1,20}$/), { maxLength: 8 })
    fc.assert(
      fc.property(events, fc.array(fc.nat(40)), (data, cuts) => {
        const text = data.map((one) => `event: change\ndata: ${one}\n\n: still here\n\n`).join('')
        const read = createEventReader()
        const found: string[] = []
        let from = 0
        for (const cut of cuts) {
          found.push(...read(text.slice(from, from + cut)))
          from += cut
        }
        found.push(...read(text.slice(from)))
        expect(found).toEqual(data.map((one) => one.trimStart()))
      }),
    )
  })
})

describe('listening', () => {
  const tokens: TokenSource = {
    bearer: async () => ({ kind: 'token', token: 'bearer-1' }),
    renew: async () => ({ kind: 'none' }),
  }
  const signal = () => new AbortController().signal
  const answer = (body: string, init: ResponseInit = {}) =>
    new Response(body, { headers: { 'content-type': 'text/event-stream' }, ...init })

  async function listen(fetch: typeof globalThis.fetch, from: TokenSource = tokens, stop = signal()) {
    const received: string[] = []
    const stream = { prefix: 'https://risiti.example.test', fetch, tokens: from }
    const end = await listenToEvents(stream, '/changes', {
      signal: stop,
      onEvent: (one) => received.push(one),
    })
    return { end, heard: received }
  }

  test('uses the account’s bearer, which is never in the address', async () => {
    let asked: Request | undefined
    const { end, heard } = await listen(async (input, init) => {
      asked = new Request(input, init)
      return answer('data: {"upTo":"4"}\n\n')
    })
    expect([end, heard]).toEqual(['closed', ['{"upTo":"4"}']])
    expect(asked?.url).toBe('https://risiti.example.test/changes')
    expect(asked?.headers.get('authorization')).toBe('Bearer bearer-1')
  })

  test.each([
    ['a refusal', async () => answer('{}', { status: 401 }), 'closed'],
    [
      'the page of a hotel’s network',
      async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'lost',
    ],
    ['no line', async () => Promise.reject(new TypeError('fetch failed')), 'lost'],
  ] as const)('%s ends it without an event', async (_, fetch, end) => {
    expect(await listen(fetch)).toEqual({ end, heard: [] })
  })

  describe('with a bearer that has just expired (spec §7)', () => {
    const expired = async () =>
      answer('{"code":"TOKEN_EXPIRED","message":"Expired JWT Token"}', { status: 401 })
    const renewedTo = (renewed: Bearer, asked: string[] = []): TokenSource => ({
      ...tokens,
      renew: async (old) => {
        asked.push(old)
        return renewed
      },
    })

    test('is renewed once, and the stream opens with the new one', async () => {
      const [renewals, bearers]: [string[], (string | null)[]] = [[], []]
      const { end, heard } = await listen(
        async (_, init) => {
          bearers.push(new Headers(init?.headers).get('authorization'))
          return bearers.length === 1 ? expired() : answer('data: {"upTo":"4"}\n\n')
        },
        renewedTo({ kind: 'token', token: 'bearer-2' }, renewals),
      )
      expect([end, heard]).toEqual(['closed', ['{"upTo":"4"}']])
      expect(renewals).toEqual(['bearer-1'])
      expect(bearers).toEqual(['Bearer bearer-1', 'Bearer bearer-2'])
    })

    test('is not renewed twice', async () => {
      const renewals: string[] = []
      const { end } = await listen(expired, renewedTo({ kind: 'token', token: 'bearer-2' }, renewals))
      expect([end, renewals]).toEqual(['closed', ['bearer-1']])
    })

    test('says why there is no new one', async () => {
      expect((await listen(expired, renewedTo({ kind: 'none' }))).end).toBe('not-signed-in')
      const failed = renewedTo({ kind: 'failed', failure: { kind: 'unreachable' } })
      expect((await listen(expired, failed)).end).toBe('lost')
    })

    test('another refusal is none of its kind', async () => {
      const renewals: string[] = []
      const refused = async () =>
        answer('{"code":"TOKEN_INVALID","message":"Invalid JWT Token"}', { status: 401 })
      const { end } = await listen(refused, renewedTo({ kind: 'token', token: 'bearer-2' }, renewals))
      expect([end, renewals]).toEqual(['closed', []])
    })
  })

  test('sends no request while signed out', async () => {
    const nobody: TokenSource = { ...tokens, bearer: async () => ({ kind: 'none' }) }
    const never = async () => Promise.reject(new Error('was asked'))
    expect(await listen(never, nobody)).toEqual({ end: 'not-signed-in', heard: [] })
  })

  test.each([
    ['read', { ...tokens, bearer: async () => Promise.reject(new Error('storage lost')) }],
    ['renewed', { ...tokens, renew: async () => Promise.reject(new Error('storage lost')) }],
  ])('a bearer that cannot be %s at this moment loses the stream, which is opened again', async (_, from) => {
    const expired = async () => answer('{"message":"Expired JWT Token"}', { status: 401 })
    expect(await listen(expired, from)).toEqual({ end: 'lost', heard: [] })
  })

  test('stops when the page is hidden', async () => {
    const hide = new AbortController()
    const waiting = listen(
      async (_, init) =>
        new Promise((_resolve, reject) => {
          const end = () => reject(new DOMException('aborted', 'AbortError'))
          if (init?.signal?.aborted) end()
          init?.signal?.addEventListener('abort', end)
        }),
      tokens,
      hide.signal,
    )
    hide.abort()
    expect((await waiting).end).toBe('lost')
  })
})
