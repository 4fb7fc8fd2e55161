import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { amountField, basisPointsField } from './fields/amounts.ts'
import { instantField } from './fields/moments.ts'

export const pricesSchema = v.object({
  annual: amountField,
  installation: amountField,
  vat: basisPointsField,
})

/** What everybody may know of this server: its prices and when it is switched off. A phone keeps the last answer. */
export const providerSchema = v.object({
  prices: pricesSchema,
  maintenance: v.nullable(v.object({ start: instantField, end: instantField })),
})

export const providerEndpoints = {
  'provider.read': endpoint({
    method: 'GET',
    path: '/api/v2/provider',
    input: v.object({}),
    output: providerSchema,
    refusals: [],
    access: 'public',
  }),
}
