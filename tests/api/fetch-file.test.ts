import { expect, it } from 'vitest'
import { fetchFile } from '#api/fetch-file.ts'
import type { TokenSource } from '#api/token-source.ts'
import type { Traffic } from '#api/traffic.ts'
import { EXPIRED_TOKEN_MESSAGE } from '#contract/problem.ts'

const tokens: TokenSource = {
  bearer: async () => ({ kind: 'token', token: 'a-token' }),
  renew: async () => ({ kind: 'none' }),
}

function ask(answer: () => Response | Promise<Response>, given: Partial<TokenSource> = {}) {
  const seen: Request[] = []
  const counted: Traffic[] = []
  const source = {
    prefix: 'https://risiti.example.test',
    tokens: { ...tokens, ...given },
    fetch: async (...asked: Parameters<typeof fetch>) => {
      seen.push(new Request(...asked))
      return await answer()
    },
    onTraffic: (more: Traffic) => void counted.push(more),
  }
  return { seen, counted, outcome: fetchFile(source, '/v1/accounting/files/abc') }
}

it('asks under the bearer of its account, and counts what came (perf: data of a day)', async () => {
  const { outcome, seen, counted } = ask(() => new Response(new Uint8Array(5_000)))
  const fetched = await outcome
  expect(fetched.kind === 'answered' && fetched.value.byteLength).toBe(5_000)
  expect(seen[0]?.headers.get('authorization')).toBe('Bearer a-token')
  expect(counted[0]?.down).toBeGreaterThanOrEqual(5_000)
})

it('asks again under a renewed bearer when the first had just expired (spec §7)', async () => {
  const expired = {
    ...{ type: 'about:blank', title: 'x', status: 401, code: 'TOKEN_EXPIRED', requestId: 'r' },
    message: EXPIRED_TOKEN_MESSAGE,
  }
  let asked = 0
  const { outcome, seen } = ask(
    () => (asked++ === 0 ? Response.json(expired, { status: 401 }) : new Response(new Uint8Array(3))),
    { renew: async () => ({ kind: 'token', token: 'a-newer-token' }) },
  )
  expect(await outcome).toMatchObject({ kind: 'answered' })
  expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer a-token',
    'Bearer a-newer-token',
  ])
})

it('sends nothing while signed out', async () => {
  const { outcome, seen } = ask(() => new Response(), { bearer: async () => ({ kind: 'none' }) })
  expect(await outcome).toMatchObject({ kind: 'refused', code: 'TOKEN_MISSING' })
  expect(seen).toHaveLength(0)
})

it('reports the refusal of our server, and an answer from another server', async () => {
  const problem = {
    ...{ type: 'about:blank', title: 'x', status: 404, code: 'NOT_FOUND', message: 'x', requestId: 'r' },
  }
  expect(await ask(() => Response.json(problem, { status: 404 })).outcome).toMatchObject({
    kind: 'refused',
    code: 'NOT_FOUND',
  })
  expect(await ask(() => new Response('<html>Wi-Fi</html>', { status: 404 })).outcome).toMatchObject({
    kind: 'unreadable',
  })
})

it('never throws for a network failure', async () => {
  const broken = ask(() => {
    throw new TypeError('fetch failed')
  })
  expect(await broken.outcome).toEqual({ kind: 'unreachable' })
  expect(broken.counted).toHaveLength(1)
  const slow = ask(() => {
    throw new DOMException('over', 'TimeoutError')
  })
  expect(await slow.outcome).toEqual({ kind: 'too-slow' })
})
