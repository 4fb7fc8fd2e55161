import * as v from 'valibot'
import { instantField } from './fields/moments.ts'
import { textField } from './fields/texts.ts'

/** What a person said about a finding, and when; the latest counts. */
export const insightAnswerSchema = v.object({
  /** Rule, subject and month; the subject may be the name of an operator. */
  findingId: textField(300),
  /** A text, so that a server or phone of another version keeps the answers to rules it does not know. */
  rule: textField(40),
  /** `null` takes the answer back. */
  answer: v.nullable(v.picklist(['done', 'not-useful'])),
  at: instantField,
})
