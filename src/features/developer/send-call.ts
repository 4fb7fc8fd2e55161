import type { ApiCall } from './described-calls.ts'

/** What a person filled in to try a call. */
export type TriedCall = {
  /** The values of the path and the query, by their names. */
  readonly values: Readonly<Record<string, string>>
  /** JSON; empty for a call without a body. */
  readonly body: string
  readonly idempotencyKey: string
}

/** What came back, as text to show; `undefined`: nothing, because there is no connection. */
export type TriedAnswer =
  | { readonly status: number; readonly headers: string; readonly text: string }
  | undefined

/** Headers that say what a program has to know of an answer. */
const SHOWN_HEADERS = ['idempotent-replayed', 'ratelimit', 'retry-after', 'x-request-id']

/** The address of a call with the values that were filled in. */
export function addressOf({ path, parameters }: ApiCall, values: TriedCall['values']): string {
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) => {
      const value = values[name] ?? ''
      return place === 'query' && value !== '' ? [[name, value]] : []
    }),
  ).toString()
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return query === '' ? filled : `${filled}?${query}`
}

/** Makes the call as a program would, with the key and without the session of this page. */
export async function sendCall(call: ApiCall, apiKey: string, tried: TriedCall): Promise<TriedAnswer> {
  const { method } = call
  const response = await fetch(addressOf(call, tried.values), {
    method,
    credentials: 'omit',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(method === 'POST' && {
        'content-type': 'application/json',
        'idempotency-key': tried.idempotencyKey,
      }),
    },
    ...(method === 'POST' && { body: tried.body }),
  }).catch(() => undefined)
  if (response === undefined) return undefined
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : `${name}: ${value}`
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const text = isJson
    ? JSON.stringify(await response.json(), null, 2)
    : `${response.headers.get('content-type') ?? ''}, ${(await response.arrayBuffer()).byteLength} bytes`
  return { status: response.status, headers: headers.join('\n'), text }
}
