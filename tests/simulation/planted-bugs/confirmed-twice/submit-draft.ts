import { submitUssdDraft as submit } from '#server/services/ussd/submit-draft.ts'

/** Planted, with its neighbour: every PIN at the last screen submits a sale of its own. */
export const submitUssdDraft: typeof submit = (seller, draft) =>
  submit(seller, { ...draft, id: seller.context.newId() })
