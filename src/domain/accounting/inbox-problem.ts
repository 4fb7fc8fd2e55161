/**
 * Why an invoice of the books needs a person before it is a draft, or after. `tax`, `currency`, `negative`: its lines cannot
 * be put on a receipt; `total`: its lines do not add up to its total; `discount`: a discount over all of it is taken off
 * after tax; `edited`: the draft was changed here and the invoice there; `changed`, `voided`: it was changed or voided
 * there after it was submitted here; `refused`: anything else.
 */
export const INBOX_PROBLEMS = [
  ...(['tax', 'currency', 'negative', 'total', 'discount', 'edited', 'changed'] as const),
  ...(['voided', 'refused'] as const),
] as const
export type InboxProblem = (typeof INBOX_PROBLEMS)[number]

/** What became of an invoice of the books. `ours`: we wrote it there; `gone`: voided there while it was a draft. */
export const INBOX_STATES = [
  'waiting',
  'draft',
  'submitted',
  'attention',
  'left-out',
  'ours',
  'gone',
] as const
export type InboxState = (typeof INBOX_STATES)[number]
