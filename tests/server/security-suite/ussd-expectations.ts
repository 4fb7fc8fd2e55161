import { randomUUID } from 'node:crypto'
import type { ussdEndpoints } from '#contract/ussd-endpoints.ts'
import { COMPANY_WORK, NOTHING_THERE, type Row } from './outcomes.ts'

/** Numbers of feature phones: for those who sell, each for the own numbers. */
export const USSD_EXPECTATIONS: { readonly [Name in keyof typeof ussdEndpoints]: Row<Name> } = {
  'ussd.read': { own: () => ({}), expected: COMPANY_WORK },
  'ussd.register': { own: () => ({ phone: '0744000002', pin: '4821' }), expected: COMPANY_WORK },
  'ussd.end': { own: () => ({ id: randomUUID() }), expected: NOTHING_THERE },
}
