import { randomUUID } from 'node:crypto'
import type { apiKeyEndpoints } from '#contract/api-key-endpoints.ts'
import { COMPANY_WORK, NOTHING_THERE, type Outcomes, type Row } from './outcomes.ts'

/** Keys of the public API are the owner's alone. */
const OWNER_WORK: Outcomes = {
  ...COMPANY_WORK,
  operator: 'FORBIDDEN',
  operator_of_blocked_company: 'FORBIDDEN',
}
const NO_KEY: Outcomes = { ...NOTHING_THERE, operator: 'FORBIDDEN', operator_of_blocked_company: 'FORBIDDEN' }

export const API_KEY_EXPECTATIONS: { readonly [Name in keyof typeof apiKeyEndpoints]: Row<Name> } = {
  'api-keys.list': { own: () => ({}), expected: OWNER_WORK },
  'api-keys.create': {
    own: () => ({ id: randomUUID(), name: 'Duka mtandaoni', scopes: ['invoices:read'] }),
    expected: OWNER_WORK,
  },
  'api-keys.rotate': { own: () => ({ id: randomUUID(), overlapHours: 0 }), expected: NO_KEY },
  'api-keys.revoke': { own: () => ({ id: randomUUID() }), expected: NO_KEY },
}
