import * as v from 'valibot'
import type { OutgoingPush, PushOutcome, PushSender } from './gateway.ts'
import { createGoogleTokens, type ServiceAccount } from './google-token.ts'
import { classifyStatus, post } from './post-message.ts'

const TTL_SECONDS = 24 * 60 * 60

/** FCM names the true reason beside the status (`UNREGISTERED`, `SENDER_ID_MISMATCH`, …). */
const errorSchema = v.object({
  error: v.object({
    status: v.optional(v.string()),
    details: v.optional(v.array(v.object({ errorCode: v.optional(v.string()) })), []),
  }),
})

function parseError(text: string): {
  readonly code: string | undefined
  readonly status: string | undefined
} {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), errorSchema), text)
  if (!read.success) return { code: undefined, status: undefined }
  const { details, status } = read.output.error
  return { code: details.find(({ errorCode }) => errorCode !== undefined)?.errorCode, status }
}

/** Data only: with a `notification` beside it, browsers would show two. */
function requestBody(token: string, { account, cursor, urgent }: OutgoingPush): string {
  const headers = { TTL: String(TTL_SECONDS), Urgency: urgent ? 'high' : 'normal', Topic: account }
  return JSON.stringify({ message: { token, data: { account, cursor }, webpush: { headers } } })
}

/**
 * Firebase Cloud Messaging, HTTP v1. `baseUrl` is `https://fcm.googleapis.com`, or that of a peer that speaks the same
 * protocol.
 */
export function createFcm(options: {
  readonly baseUrl: string
  readonly projectId: string
  readonly account: ServiceAccount
  readonly clock: { now(): number }
}): PushSender<'fcm'> {
  const { clock } = options
  const tokens = createGoogleTokens(options.account, clock)
  const url = `${options.baseUrl}/v1/projects/${encodeURIComponent(options.projectId)}/messages:send`

  async function attempt(to: string, message: OutgoingPush): Promise<PushOutcome | 'token-refused'> {
    const access = await tokens.get()
    if ('failed' in access) return access.failed
    const answer = await post(url, {
      headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' },
      body: requestBody(to, message),
    })
    if ('failed' in answer) return answer.failed
    const { response, text } = answer
    if (response.status === 401) {
      tokens.delete(access.token)
      return 'token-refused'
    }
    const { code, status } = parseError(text)
    if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { kind: 'gone' }
    const outcome = classifyStatus(response.status, response.headers, clock.now())
    // A project or path that is not there says nothing about the device.
    if (outcome.kind === 'gone') return { kind: 'refused', reason: status ?? 'NOT_FOUND' }
    return outcome.kind === 'refused'
      ? { kind: 'refused', reason: code ?? status ?? outcome.reason }
      : outcome
  }

  return {
    async send({ token }, message) {
      const first = await attempt(token, message)
      if (first !== 'token-refused') return first
      const second = await attempt(token, message)
      if (second !== 'token-refused') return second
      return { kind: 'later', reason: 'FCM does not take a fresh access token', retryAfterMs: null }
    },
  }
}
