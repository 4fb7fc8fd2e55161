import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret: 32 random bytes, as the libraries of Standard Webhooks take it. */
export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The signatures of an attempt, one for each secret (Standard Webhooks 1.0: `v1,` and the HMAC-SHA256 in base64). */
export function signWebhook(
  secrets: readonly string[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
