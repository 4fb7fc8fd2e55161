import type { CallOutcome } from './failure.ts'
import { readJson } from './read-json.ts'
import { readRefusal } from './read-refusal.ts'
import type { TokenSource } from './token-source.ts'
import { answerBytes, requestBytes, type Traffic } from './traffic.ts'
import { withBearer } from './with-bearer.ts'

export type FileFetch = {
  /** Origin of the server, or `/` for the origin of the page. */
  readonly prefix: string
  readonly fetch?: typeof fetch
  readonly tokens: TokenSource
  readonly onTraffic?: (traffic: Traffic) => void
}

/** Five megabytes on a slow connection take that long. */
const TIMEOUT_MS = 150_000

/**
 * Fetches a file with the account's bearer, which a browser's own download would not send. The caller checks whether
 * it is the requested file. Never throws for failures of the connection or the server.
 */
export function fetchFile(source: FileFetch, path: string): Promise<CallOutcome<ArrayBuffer>> {
  return withBearer(source.tokens, (bearer) => fetchWithBearer(bearer, source, path))
}

async function fetchWithBearer(
  bearer: string,
  { prefix, fetch: request = fetch, onTraffic }: FileFetch,
  path: string,
): Promise<CallOutcome<ArrayBuffer>> {
  const headers = { authorization: `Bearer ${bearer}` }
  let down = 0
  try {
    const response = await request(new URL(path, new URL(prefix, globalThis.location?.href)), {
      headers,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) {
      const bytes = await response.arrayBuffer()
      down = answerBytes(response, '') + (response.headers.has('content-length') ? 0 : bytes.byteLength)
      return { kind: 'answered', value: bytes }
    }
    const text = await response.text()
    down = answerBytes(response, text)
    const { status, headers: responseHeaders } = response
    return (
      readRefusal(status, responseHeaders, readJson(text), null) ?? {
        kind: 'unreadable',
        endpoint: path,
        status,
      }
    )
  } catch (error) {
    const slow = error instanceof DOMException && error.name === 'TimeoutError'
    return { kind: slow ? 'too-slow' : 'unreachable' }
  } finally {
    onTraffic?.({ up: requestBytes(path, headers, 0), down })
  }
}
