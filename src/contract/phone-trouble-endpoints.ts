import * as v from 'valibot'
import { companyFilter, endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { textField } from './fields/texts.ts'

const phoneTroubleSchema = v.object({
  /** The phone's own name, `Chrome, Android`; absent when it is not known. */
  phone: v.exactOptional(textField(120)),
  /** Whose work it is. */
  person: v.string(),
  trouble: v.picklist(['work-lost', 'copied']),
  /** How many records did not arrive; 0 for a copy. */
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  noticedAt: instantField,
})
export type PhoneTrouble = v.InferOutput<typeof phoneTroubleSchema>

/** What went wrong with the phones of a company, for those who look after it. */
export const phoneTroubleEndpoints = {
  'phones.troubles': endpoint({
    method: 'GET',
    path: '/v1/accounting/phones/troubles',
    input: v.object(companyFilter),
    /** Of the last 90 days, newest first. */
    output: v.object({ troubles: v.array(phoneTroubleSchema) }),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
