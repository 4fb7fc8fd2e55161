import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { CompanyDetails } from '#contract/administration.ts'
import type { EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { type CompanyFields, checkCompany } from '#domain/companies/check-company.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import {
  findCompanyDetails,
  insertNewCompany,
  isTinTaken,
  lockCompany,
  updateCompanyFields,
} from '../../storage/administration/companies.ts'
import { findOrganization } from '../../storage/administration/organizations.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database } from '../../storage/schema.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { requireRight, type ServiceContext } from '../context.ts'
import { mergeFields } from '../operations/merge-fields.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

function fieldsOf(company: CompanyDetails): CompanyFields {
  const { organizationId, name, tin, vrn, email, phone, address, serial } = company
  return { organizationId, name, tin, vrn, email, phone, address, serial }
}

/** The authority knows a registered device by TIN and serial: neither can change under it. */
function fixedRefusals(current: CompanyDetails, fields: CompanyFields): FieldRefusal<string>[] {
  if (!current.registered) return []
  return (['tin', 'serial'] as const)
    .filter((path) => current[path] !== fields[path])
    .map((path) => ({ path, code: 'COMPANY_REGISTERED_FIXED' }))
}

/** The fields in stored form; refuses what the form refuses (spec §5), a TIN in use, and a foreign organization. */
async function validate(
  tx: Transaction<Database>,
  context: ServiceContext,
  id: string,
  fields: CompanyFields,
  current: CompanyDetails | undefined,
): Promise<CompanyFields> {
  const checked = checkCompany(fields)
  if (!checked.ok) {
    refuseFields(checked.refusals)
    throw new Refusal('REQUEST_INVALID')
  }
  const { value } = checked
  if (current) refuseFields(fixedRefusals(current, value))
  const scope = administrationScope(context)
  if (!(await findOrganization(tx, scope, value.organizationId)))
    refuseFields([{ path: 'organizationId', code: 'COMPANY_ORGANIZATION_REQUIRED' }])
  if (await isTinTaken(tx, value.tin, id)) refuseFields([{ path: 'tin', code: 'COMPANY_TIN_REGISTERED' }])
  return value
}

/**
 * Creates a company (no `base`) or changes what differs from `base` in one; its phones learn it from the feed. A
 * request that arrives again changes nothing: its id says which company it made.
 */
export async function saveCompany(
  context: ServiceContext,
  { id, base, fields }: EndpointRequest<'companies.save'>,
): Promise<CompanyDetails> {
  const scope = administrationScope(context)
  requireRight(context, 'company.save', subjectOf(scope))
  const company = { companyId: id }
  const at = toInstant(context.clock.now())
  return await inTransaction(context.db, async (tx) => {
    const known = await findCompanyDetails(tx, scope, id)
    const created =
      base === null &&
      !known &&
      (await insertNewCompany(tx, company, await validate(tx, context, id, fields, undefined)))
    await lockCompany(tx, company)
    const current = await findCompanyDetails(tx, scope, id)
    if (!current) throw new Refusal('NOT_FOUND')
    if (!created) {
      const { merged } =
        base === null ? { merged: fieldsOf(current) } : mergeFields(fieldsOf(current), base, fields)
      if (isDeepStrictEqual(merged, fieldsOf(current))) return current
      await updateCompanyFields(tx, company, await validate(tx, context, id, merged, current))
    }
    await insertAuditEntry(tx, {
      companyId: id,
      userId: context.actor.userId,
      at,
      action: created ? 'company.create' : 'company.save',
      subject: `company:${id}`,
      detail: { was: created ? null : fieldsOf(current) },
    })
    const saved = await findCompanyDetails(tx, scope, id)
    await upsertChanges(tx, company, [{ t: 'company', id }])
    return saved ?? current
  })
}
