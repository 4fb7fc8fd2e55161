import * as v from 'valibot'
import type { Sms, SmsConfig, SmsGateway, SmsOutcome, SmsProvider } from './gateway.ts'

const TIMEOUT_MS = 15_000

/** How one provider is asked, and what its answer means; `undefined`: an answer that says nothing. */
type Shape = {
  readonly request: (config: SmsConfig, sms: Sms) => { readonly path: string; readonly init: RequestInit }
  readonly read: (answer: unknown) => SmsOutcome | undefined
}

const beemAnswer = v.object({
  code: v.number(),
  message: v.optional(v.string(), ''),
  request_id: v.optional(v.union([v.number(), v.string()])),
})

/** Beem: JSON with Basic; numbers without the plus; code 100 is taken. */
const beem: Shape = {
  request: ({ user, key, sender }, { to, text }) => ({
    path: '/v1/send',
    init: {
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        ...{ source_addr: sender, schedule_time: '', encoding: 0, message: text },
        recipients: [{ recipient_id: 1, dest_addr: to.replace('+', '') }],
      }),
    },
  }),
  read: (answer) => {
    const read = v.safeParse(beemAnswer, answer)
    if (!read.success) return undefined
    const { code, message, request_id: id } = read.output
    return code === 100
      ? { kind: 'sent', providerId: String(id ?? '') }
      : { kind: 'refused', reason: `code ${code}: ${message}` }
  },
}

const africasTalkingAnswer = v.object({
  SMSMessageData: v.object({
    Message: v.optional(v.string(), ''),
    Recipients: v.array(
      v.object({
        statusCode: v.number(),
        status: v.optional(v.string(), ''),
        messageId: v.optional(v.string(), ''),
      }),
    ),
  }),
})
/** Processed, sent, queued. */
const TAKEN = new Set([100, 101, 102])

/** Africa's Talking: a form with the key in a header. */
const africasTalking: Shape = {
  request: ({ user, key, sender }, { to, text }) => ({
    path: '/version1/messaging',
    init: {
      headers: { apiKey: key, accept: 'application/json' },
      body: new URLSearchParams({ username: user, to, message: text, from: sender }),
    },
  }),
  read: (answer) => {
    const read = v.safeParse(africasTalkingAnswer, answer)
    if (!read.success) return undefined
    const { Recipients: recipients, Message: message } = read.output.SMSMessageData
    const [first] = recipients
    if (first === undefined) return { kind: 'refused', reason: message }
    return TAKEN.has(first.statusCode)
      ? { kind: 'sent', providerId: first.messageId }
      : { kind: 'refused', reason: `${first.statusCode}: ${first.status}` }
  },
}

const SHAPES: Readonly<Record<SmsProvider, Shape>> = { beem, africastalking: africasTalking }

/** Errors of a connection that was never made: nothing was sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function outcomeOfError(error: unknown): SmsOutcome {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (NOT_CONNECTED.has(code)) return { kind: 'later', reason: code }
  return { kind: 'unknown', reason: error instanceof Error ? error.name : 'no answer' }
}

/** The client of a provider of text messages. What may have been taken is never reported as `later`. */
export function createSmsGateway(config: SmsConfig, timeoutMs = TIMEOUT_MS): SmsGateway {
  const shape = SHAPES[config.provider]
  return {
    send: async (sms) => {
      const { path, init } = shape.request(config, sms)
      try {
        const response = await fetch(`${config.baseUrl}${path}`, {
          ...init,
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const { status } = response
        const text = await response.text()
        if (status === 429 || status === 503) return { kind: 'later', reason: `status ${status}` }
        if (status >= 500) return { kind: 'unknown', reason: `status ${status}` }
        const outcome = shape.read(parsed(text))
        if (outcome !== undefined) return outcome
        return response.ok
          ? { kind: 'unknown', reason: 'an answer in another form' }
          : { kind: 'refused', reason: `status ${status}` }
      } catch (error) {
        return outcomeOfError(error)
      }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
