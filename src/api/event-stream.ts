import { EXPIRED_TOKEN_MESSAGE } from '#contract/problem.ts'
import type { TokenSource } from './token-source.ts'

/**
 * How a stream ended. `closed`: the server ended or refused it; `lost`: the connection broke; `not-signed-in`: there
 * is no session.
 */
export type StreamEnd = 'closed' | 'lost' | 'not-signed-in'

export type EventStream = {
  /** Origin of the server, or `/` for the origin of the page. */
  readonly prefix: string
  readonly fetch?: typeof fetch
  readonly tokens: TokenSource
}

/** A connection without data for longer than three heartbeats of the server is dead. */
const SILENCE_TIMEOUT_MS = 50_000

/** Takes text as it arrives and returns the data of every complete event (server-sent events, WHATWG HTML). */
export function createEventReader(): (text: string) => string[] {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const lines = block.split(/\r?\n/).filter((line) => line.startsWith('data:'))
      return lines.length === 0 ? [] : lines.map((line) => line.slice(5).trimStart()).join('\n')
    })
  }
}

/**
 * Listens to a stream of events with the account's bearer, which the browser's own event source cannot send. Resolves
 * when it ends; never throws for failures of the connection or the server.
 */
export async function listenToEvents(
  { prefix, fetch: request = fetch, tokens }: EventStream,
  path: string,
  { signal, onEvent }: { readonly signal: AbortSignal; readonly onEvent: (data: string) => void },
): Promise<StreamEnd> {
  // A storage that fails for a moment is like a connection that does: the stream is opened again.
  const bearer = await tokens.bearer().catch(() => undefined)
  if (bearer?.kind === 'none') return 'not-signed-in'
  if (bearer?.kind !== 'token') return 'lost'
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  let silenceTimer = setTimeout(abort, SILENCE_TIMEOUT_MS)
  try {
    const open = (token: string) =>
      request(new URL(path, new URL(prefix, globalThis.location?.href)), {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        signal: controller.signal,
      })
    let response = await open(bearer.token)
    // The bearer had just expired (spec §7): once more with a renewed one, like every other request.
    if (response.status === 401 && (await response.text()).includes(EXPIRED_TOKEN_MESSAGE)) {
      const renewed = await tokens.renew(bearer.token)
      if (renewed.kind !== 'token') return renewed.kind === 'none' ? 'not-signed-in' : 'lost'
      response = await open(renewed.token)
    }
    const isEventStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!response.ok || !isEventStream || !response.body) return response.status === 200 ? 'lost' : 'closed'
    const read = createEventReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'closed'
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(abort, SILENCE_TIMEOUT_MS)
      for (const data of read(value)) onEvent(data)
    }
  } catch {
    return 'lost'
  } finally {
    clearTimeout(silenceTimer)
    signal.removeEventListener('abort', abort)
  }
}
