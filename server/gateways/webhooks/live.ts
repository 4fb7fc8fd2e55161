import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { WebhookGateway, WebhookOutcome, WebhookRequest } from './gateway.ts'
import { isPublicAddress } from './public-address.ts'
import { signWebhook } from './sign.ts'

const TIMEOUT_MS = 15_000

class RefusedAddress extends Error {}

/**
 * Resolves a name and gives only addresses of the internet: the connection goes to the very address that was checked,
 * so a name that changes in between leads nowhere else.
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) {
      callback(error, [])
      return
    }
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new RefusedAddress('the address is not of the internet'), [])
      return
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** Milliseconds that an answer asks to wait: seconds, or a date by the clock of who answers. */
function retryAfterMs({ 'retry-after': header = '', date = '' }: IncomingHttpHeaders): number {
  const seconds = Number(header)
  const asked = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.parse(date)
  return Math.max(Number.isNaN(asked) ? 0 : asked, 0)
}

/** The client that calls addresses of companies: https only, no address of our own network, no redirects. `elapsedMs` is a clock that only runs forward. */
export function createWebhookGateway(
  trusted: readonly string[],
  { elapsedMs, timeoutMs = TIMEOUT_MS }: { readonly elapsedMs: () => number; readonly timeoutMs?: number },
): WebhookGateway {
  const send = async (asked: WebhookRequest, url: URL, isTrusted: boolean, begun: number) =>
    await new Promise<WebhookOutcome>((done) => {
      const tookMs = () => Math.round(elapsedMs() - begun)
      const body = Buffer.from(asked.body, 'utf8')
      const client = url.protocol === 'https:' ? httpsRequest : httpRequest
      const request = client(url, {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(!isTrusted && { lookup: publicLookup }),
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          'user-agent': 'Risiti-Webhooks/1',
          'webhook-id': asked.id,
          'webhook-timestamp': String(asked.timestamp),
          'webhook-signature': signWebhook(asked.secrets, asked),
        },
      })
      request.once('response', (response) => {
        const { statusCode: status = 0, headers } = response
        done({
          kind: 'answered',
          status,
          retryAfterMs: retryAfterMs(headers),
          tookMs: tookMs(),
        })
        // What it says besides is of no use to us.
        response.destroy()
      })
      // Also after an answer: a connection that breaks then must not end the process.
      request.on('error', (error) => {
        const kind = error instanceof RefusedAddress ? ('refused' as const) : ('unreachable' as const)
        const code = 'code' in error ? String(error.code) : error.name
        done({ kind, reason: kind === 'refused' ? error.message : code, tookMs: tookMs() })
      })
      request.end(body)
    })
  return {
    trusted,
    post: async (asked) => {
      const begun = elapsedMs()
      const url = new URL(asked.url)
      const isTrusted = trusted.includes(url.origin)
      // A literal address is not resolved, so the look-up does not see it.
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      const isLiteral = /^[\d.]+$/.test(literal) || literal.includes(':')
      if (!isTrusted && (url.protocol !== 'https:' || url.port !== '' || isLiteral)) {
        return { kind: 'refused', reason: 'the address is not of the internet', tookMs: 0 }
      }
      return await send(asked, url, isTrusted, begun)
    },
  }
}
