import * as v from 'valibot'
import { FISCAL_ENVIRONMENTS } from '#domain/fiscal/environment.ts'

/** The fields by which records and answers name their authority; `environmentOf` reads them. */
export const environmentFields = {
  /** True for everything that is no fiscal receipt, also of the authority's test system. */
  simulated: v.boolean(),
  /** Absent on data older than this field. */
  environment: v.optional(v.picklist(FISCAL_ENVIRONMENTS)),
}
