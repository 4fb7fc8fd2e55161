import { WEBHOOK_SUMMARIES, webhookMessageSchema } from '#contract/public-api/webhook-messages.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks/webhook.ts'
import { type Json, schemaOf } from '../openapi-parts.ts'

const HEADERS = {
  'webhook-id': 'Names the message; the same whenever it is sent again.',
  'webhook-timestamp': 'Seconds since 1970 of this attempt. Reject what is more than 300 seconds away.',
  'webhook-signature':
    'v1, and the base64 HMAC-SHA256 of id.timestamp.body with the secret; two, with a space between, for a day after a rotation.',
} as const

/** The messages to addresses of companies, in the form of OpenAPI 3.1: one for each event. */
export function describeWebhooks(): Json {
  return Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { post: describeMessage(event) }]))
}

function describeMessage(event: WebhookEvent): Json {
  return {
    operationId: `webhook.${event}`,
    summary: WEBHOOK_SUMMARIES[event],
    tags: ['webhooks'],
    security: [],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(webhookMessageSchema(event)) } },
    },
    responses: {
      '2XX': {
        description: 'Taken. Anything else, or no answer in 15 seconds, is sent again for three days.',
      },
      '410': { description: 'The address is gone: it is switched off.' },
    },
  }
}
