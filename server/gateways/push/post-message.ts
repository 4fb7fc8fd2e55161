import type { PushOutcome } from './gateway.ts'

/** How long a push service may take; the queue behind it belongs to one company only. */
const RESPONSE_TIMEOUT_MS = 10_000

/** Milliseconds a Retry-After header asks for: seconds or a date. */
function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** What the status of an answer means where it says nothing more. */
export function classifyStatus(status: number, headers: Headers, now: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `status ${status}`
  if (status === 429 || status === 408 || status >= 500) {
    return { kind: 'later', reason, retryAfterMs: retryAfterMs(headers.get('retry-after'), now) }
  }
  return { kind: 'refused', reason }
}

/** Posts to a push service and reads the answer; after a network failure another attempt is worthwhile. */
export async function post(
  url: string,
  request: { readonly headers: Record<string, string>; readonly body: string | Uint8Array<ArrayBuffer> },
): Promise<{ readonly response: Response; readonly text: string } | { readonly failed: PushOutcome }> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', redirect: 'error', signal, ...request })
    return { response, text: await response.text() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no answer'
    return { failed: { kind: 'later', reason, retryAfterMs: null } }
  }
}
