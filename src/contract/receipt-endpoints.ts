import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'
import { invoiceSchema } from './invoices.ts'
import { companySchema } from './session.ts'

/** A receipt to give out again: the invoice, its seller, and the copies given out before, newest first. */
const reissuableSchema = v.object({
  invoice: invoiceSchema,
  company: companySchema,
  reissues: v.array(
    v.object({ id: idField, number: v.number(), at: instantField, by: v.string(), reason: v.string() }),
  ),
})
export type Reissuable = v.InferOutput<typeof reissuableSchema>

const named = { companyId: idField, id: idField }

/**
 * Re-issuing of receipts (spec §2: /receipt-reissuing). A copy has the numbers, the date and the amounts of the
 * original: nothing is numbered or sent to the authority a second time.
 */
export const receiptEndpoints = {
  'receipts.read': endpoint({
    method: 'GET',
    path: '/v1/accounting/receipts/:id',
    input: v.object(named),
    output: reissuableSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Records that a copy is given out. The same `reissueId` again is the same copy. */
  'receipts.reissue': endpoint({
    method: 'POST',
    path: '/v1/accounting/receipts/reissue',
    input: v.object({ ...named, reissueId: idField, reason: textField(400) }),
    output: reissuableSchema,
    refusals: ['NOT_FOUND', 'REISSUE_REASON_REQUIRED', 'REISSUE_REASON_TOO_LONG', 'REISSUE_NOT_AT_AUTHORITY'],
    access: 'signed-in',
  }),
}
