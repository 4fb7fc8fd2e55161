import { randomUUID } from 'node:crypto'
import type { webhookEndpoints } from '#contract/webhook-endpoints.ts'
import { COMPANY_WORK, NOTHING_THERE, type Outcomes, type Row } from './outcomes.ts'

/** Addresses of a company's programs are the owner's alone, like the keys. */
const OWNER_WORK: Outcomes = {
  ...COMPANY_WORK,
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}
const NO_ADDRESS: Outcomes = {
  ...NOTHING_THERE,
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}
const one = () => ({ id: randomUUID() })

export const WEBHOOK_EXPECTATIONS: { readonly [Name in keyof typeof webhookEndpoints]: Row<Name> } = {
  'webhooks.list': { own: () => ({}), expected: OWNER_WORK },
  'webhooks.create': {
    own: () => ({ ...one(), url: 'https://duka.example/risiti', events: ['invoice.issued'] }),
    expected: OWNER_WORK,
  },
  'webhooks.rotate': { own: one, expected: NO_ADDRESS },
  'webhooks.switch': { own: () => ({ ...one(), active: true }), expected: NO_ADDRESS },
  'webhooks.remove': { own: one, expected: NO_ADDRESS },
  'webhooks.deliveries': { own: one, expected: NO_ADDRESS },
  'webhooks.test': { own: one, expected: NO_ADDRESS },
  'webhooks.resend': { own: () => ({ ...one(), deliveryId: randomUUID() }), expected: NO_ADDRESS },
}
