/** A message as it arrived, with the secret it should be signed with. */
export type ReceivedMessage = {
  readonly secret: string
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

/** Each step of the check of Standard Webhooks 1.0, so that a program that fails can be compared with it. */
export type SignatureSteps = {
  readonly secretReadable: boolean
  /** Seconds between the message and now; `null`: the timestamp is no number. */
  readonly ageSeconds: number | null
  readonly fresh: boolean
  readonly signedContent: string
  /** What the signature must contain; empty without a readable secret. */
  readonly expected: string
  readonly matches: boolean
}

/** Receivers refuse what is older, or further ahead, than this. */
const TOLERANCE_SECONDS = 300

function readSecret(secret: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(secret.trim().replace(/^whsec_/, '')), (sign) => sign.charCodeAt(0))
    return bytes.length > 0 ? bytes : undefined
  } catch {
    return undefined
  }
}

async function sign(secret: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secret, hash, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)))
  return `v1,${btoa(String.fromCharCode(...bytes))}`
}

/** Checks a message step by step, as the receiving program has to. */
export async function checkSignature(message: ReceivedMessage, nowMs: number): Promise<SignatureSteps> {
  const { id, timestamp, signature, body } = message
  const secret = readSecret(message.secret)
  const signedContent = `${id.trim()}.${timestamp.trim()}.${body}`
  const expected = secret === undefined ? '' : await sign(secret, signedContent)
  const at = /^\d+$/.test(timestamp.trim()) ? Number(timestamp) : undefined
  const ageSeconds = at === undefined ? null : Math.round(nowMs / 1000 - at)
  return {
    secretReadable: secret !== undefined,
    ageSeconds,
    fresh: ageSeconds !== null && Math.abs(ageSeconds) <= TOLERANCE_SECONDS,
    signedContent,
    expected,
    matches: expected !== '' && signature.trim().split(/\s+/).includes(expected),
  }
}

/** A message that passes the check, made with an invented secret. */
export async function exampleMessage(id: string, nowMs: number): Promise<ReceivedMessage> {
  const secret = `whsec_${btoa(id.replaceAll('-', ''))}`
  const timestamp = String(Math.floor(nowMs / 1000))
  const data = {
    ...{ invoiceId: id, externalReference: 'order-1001', status: 'issued', rev: 3, reference: '' },
    rctvnum: 'A1B2C31001',
  }
  const body = JSON.stringify({ type: 'invoice.issued', timestamp: new Date(nowMs).toISOString(), data })
  const message = { secret, id, timestamp, signature: '', body }
  const { expected } = await checkSignature(message, nowMs)
  return { ...message, signature: expected }
}
