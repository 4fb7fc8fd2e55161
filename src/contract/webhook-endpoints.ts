import * as v from 'valibot'
import { INVOICE_EVENTS, MAX_WEBHOOK_URL, WEBHOOK_EVENTS } from '#domain/webhooks/webhook.ts'
import { endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'

const eventField = v.picklist(WEBHOOK_EVENTS)

const listSchema = v.object({
  webhooks: v.array(
    v.object({
      id: idField,
      url: v.string(),
      /** Those about invoices: an older app cannot read any other. */
      events: v.array(v.picklist(INVOICE_EVENTS)),
      /** The others, also those that this app does not know; absent from an older server: none. */
      moreEvents: v.optional(v.array(v.string())),
      active: v.boolean(),
      /** Why it is off: a person, the address said that it is gone, or too many attempts failed. */
      stoppedBy: v.picklist(['', 'person', 'gone', 'failing']),
      createdAt: instantField,
      /** `test`: what happens in the sandbox; absent from an older server: live. */
      mode: v.optional(v.picklist(['test', 'live'])),
    }),
  ),
})
export type WebhookView = v.InferOutput<typeof listSchema>['webhooks'][number]

const logSchema = v.object({
  deliveries: v.array(
    v.object({
      /** The `webhook-id`. */
      id: idField,
      type: v.string(),
      state: v.picklist(['waiting', 'delivered', 'failed']),
      attempts: v.number(),
      /** What the address answered last; `null`: nothing. */
      status: v.nullable(v.number()),
      problem: v.string(),
      tookMs: v.nullable(v.number()),
      body: v.string(),
      createdAt: instantField,
      changedAt: instantField,
      nextAttemptAt: v.nullable(instantField),
    }),
  ),
})
export type WebhookDeliveryView = v.InferOutput<typeof logSchema>['deliveries'][number]

/** The only answer that has the secret. */
const shownOnceSchema = v.object({ id: idField, secret: v.string() })

const path = (rest: string) => `/v1/accounting/webhooks${rest}` as const
const one = v.object({ id: idField })

/** Addresses that the server calls when something happens to an invoice or the company: managed by the owner. */
export const webhookEndpoints = {
  'webhooks.list': endpoint({
    method: 'GET',
    path: path(''),
    input: v.object({}),
    output: listSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'webhooks.create': endpoint({
    method: 'POST',
    path: path(''),
    input: v.object({
      /** Made by the form, so that a repeat does not add a second address. */
      id: idField,
      url: textField(MAX_WEBHOOK_URL),
      events: v.pipe(v.array(eventField), v.maxLength(WEBHOOK_EVENTS.length)),
      /** `test`: of what programs with a test key do; live when an older app does not say. */
      mode: v.optional(v.picklist(['test', 'live'])),
    }),
    output: shownOnceSchema,
    refusals: ['WEBHOOK_ADDRESS_INVALID', 'WEBHOOK_EVENTS_REQUIRED', 'WEBHOOK_TOO_MANY', 'NOT_FOUND'],
    access: 'signed-in',
  }),
  'webhooks.rotate': endpoint({
    method: 'POST',
    path: path('/rotated'),
    input: one,
    output: shownOnceSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'webhooks.switch': endpoint({
    method: 'POST',
    path: path('/switched'),
    input: v.object({ id: idField, active: v.boolean() }),
    output: listSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'webhooks.remove': endpoint({
    method: 'POST',
    path: path('/removed'),
    input: one,
    output: listSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'webhooks.deliveries': endpoint({
    method: 'GET',
    path: path('/deliveries'),
    input: one,
    output: logSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'webhooks.test': endpoint({
    method: 'POST',
    path: path('/tests'),
    input: one,
    output: logSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'webhooks.resend': endpoint({
    method: 'POST',
    path: path('/resent'),
    input: v.object({ id: idField, deliveryId: idField }),
    output: logSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
