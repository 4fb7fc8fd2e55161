/** A text message as the phone shows it. */
export type ShownSms = { readonly to: string; readonly from: string; readonly text: string }

/** How the provider behaves: takes messages, is busy, takes one and breaks before it answers, or refuses all. */
export type SmsFault = 'none' | 'busy' | 'lost-answer' | 'refuse'

export const SMS_USER = 'simulated-user'
export const SMS_KEY = 'simulated-key'
const KEPT = 200

type Answer = { readonly status: number; readonly body: unknown } | 'hang-up'

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** What a provider that speaks Beem's protocol does with messages: keeps them for the phones on screen. */
export class SmsInbox {
  readonly #messages: ShownSms[] = []
  fault: SmsFault = 'none'

  /** The messages of a number (digits only count), newest first. */
  of(phone: string): ShownSms[] {
    const end = phone.replace(/\D/g, '').slice(-9)
    return this.#messages.filter(({ to }) => end !== '' && to.endsWith(end)).reverse()
  }

  /** Takes a posted message. */
  take(authorization: string | undefined, json: string): Answer {
    const expected = `Basic ${Buffer.from(`${SMS_USER}:${SMS_KEY}`).toString('base64')}`
    if (authorization !== expected) return { status: 401, body: { code: 120, message: 'Invalid api_key' } }
    if (this.fault === 'busy') return { status: 503, body: {} }
    if (this.fault === 'refuse') return { status: 400, body: { code: 111, message: 'Invalid Sender Id' } }
    const body: unknown = JSON.parse(json)
    if (!isRecord(body) || !Array.isArray(body['recipients'])) {
      return { status: 400, body: { code: 102, message: 'Recipients missing' } }
    }
    const recipients: readonly unknown[] = body['recipients']
    for (const recipient of recipients) {
      const to = isRecord(recipient) ? textOf(recipient['dest_addr']) : ''
      this.#messages.push({ to, from: textOf(body['source_addr']), text: textOf(body['message']) })
    }
    this.#messages.splice(0, Math.max(0, this.#messages.length - KEPT))
    if (this.fault === 'lost-answer') return 'hang-up'
    const id = this.#messages.length
    return { status: 200, body: { successful: true, request_id: id, code: 100, message: 'Submitted' } }
  }
}
