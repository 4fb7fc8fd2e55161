import * as v from 'valibot'
import { FISCAL_ENVIRONMENTS } from '#domain/fiscal/environment.ts'

/** How records and answers state the authority they belong to; `environmentOf` reads it. */
export const environmentFields = {
  /** True of everything that is no fiscal receipt, also of the authority's test system. */
  simulated: v.boolean(),
  /** Absent on what is older than this field. */
  environment: v.optional(v.picklist(FISCAL_ENVIRONMENTS)),
}
