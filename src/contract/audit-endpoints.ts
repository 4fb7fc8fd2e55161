import * as v from 'valibot'
import { ACT_AREAS } from '#domain/audit/acts.ts'
import { endpoint } from './endpoint.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { pageFields, pageSchema } from './pages.ts'

export const AUDIT_SORTS = ['-at', 'at'] as const
/** Entries that one call of the export gives. */
export const EXPORTED_ENTRIES = 500

const { search, sort, filter, page } = pageFields(AUDIT_SORTS, ACT_AREAS)
/** Words of a person, company or receipt; an area of acts; days in East Africa, both included. */
const auditFilter = { search, filter, from: fiscalDayField, to: fiscalDayField }

const auditRowSchema = v.object({
  id: v.string(),
  at: instantField,
  /** One of `ACTS`, or one that only a newer server knows. */
  action: v.string(),
  subject: v.string(),
  /** Empty where the server itself acted. */
  person: v.string(),
  username: v.string(),
  /** Empty where it is not known. */
  device: v.string(),
  company: v.string(),
  /** Verification code of the receipt it is about; empty for other acts. */
  receipt: v.string(),
  reason: v.string(),
})
export type AuditRow = v.InferOutput<typeof auditRowSchema>

/** The audit trail: who did what, when, and on which device, each caller within the own scope (spec §6). */
export const auditEndpoints = {
  'audit.list': endpoint({
    method: 'GET',
    path: '/v1/accounting/audit',
    input: v.object({ ...auditFilter, sort, page }),
    output: pageSchema(auditRowSchema),
    refusals: [],
    access: 'signed-in',
  }),
  /** The entries for a file, newest first, in batches; the first call is recorded as the export. */
  'audit.export': endpoint({
    method: 'POST',
    path: '/v1/accounting/audit/export',
    input: v.object({ ...auditFilter, before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}$/))) }),
    output: v.object({ rows: v.array(auditRowSchema), more: v.boolean() }),
    refusals: [],
    access: 'signed-in',
  }),
}
