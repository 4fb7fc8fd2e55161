import * as v from 'valibot'
import { basisPointsField } from './fields/amounts.ts'
import { instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'

export const operatorRightsSchema = v.object({
  refund: v.boolean(),
  cancel: v.boolean(),
  maxDiscount: basisPointsField,
  /** Absent from an older app or server. */
  seeAllSales: v.optional(v.boolean()),
})

/** The consent of an owner to an operation for which its author lacks the right. */
export const approvalField = v.exactOptional(v.object({ userId: idField, at: instantField }))
