import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** What the guided set-up is computed from (`#domain/setup`). */
export const setupEndpoints = {
  /** What there is in what the caller looks after: everything, the own organization, or the own company. */
  'setup.read': endpoint({
    method: 'GET',
    path: '/v1/accounting/setup',
    input: v.object({}),
    output: v.object({
      organization: v.boolean(),
      company: v.boolean(),
      certificate: v.boolean(),
      registration: v.boolean(),
      owner: v.boolean(),
      operator: v.boolean(),
      product: v.boolean(),
      receipt: v.boolean(),
    }),
    refusals: [],
    access: 'signed-in',
  }),
}
