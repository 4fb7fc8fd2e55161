import * as v from 'valibot'
import { type PushAddress, pushAddressSchema } from '#contract/notifications.ts'

/** The address of a browser's subscription. Throws without the keys that encrypt a message. */
export function addressOf(subscription: { toJSON(): unknown }): PushAddress {
  const json = subscription.toJSON()
  return v.parse(pushAddressSchema, { kind: 'web-push', ...(typeof json === 'object' ? json : {}) })
}
