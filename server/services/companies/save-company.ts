import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { CompanyDetails } from '#contract/administration.ts'
import type { EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { type CompanyFields, checkCompany } from '#domain/companies/check-company.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findFieldsAtFirst, insertAuditEntry } from '../../storage/accounts/audit.ts'
import { updateSandboxVat } from '../../storage/accounts/sandboxes.ts'
import {
  findCompanyDetails,
  insertNewCompany,
  isTinTaken,
  lockCompany,
  updateCompanyFields,
} from '../../storage/administration/companies.ts'
import { findOrganization } from '../../storage/administration/organizations.ts'
import { findCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database, Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { sandboxScopeOf } from '../api-keys/sandbox-scope.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'
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
  const checked = checkCompany(fields, current)
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

/** The fields as they would be stored; as they are where the form refuses them. */
function normalized(fields: CompanyFields): CompanyFields {
  const checked = checkCompany(fields)
  return checked.ok ? checked.value : fields
}

/** Creates a company unless its id is taken; refuses what `validate` refuses. The audit and the feed say so. */
export async function createCompany(
  tx: Transaction<Database>,
  context: ServiceContext,
  id: string,
  fields: CompanyFields,
): Promise<void> {
  const company = { companyId: id }
  const valid = await validate(tx, context, id, fields, undefined)
  if (!(await insertNewCompany(tx, company, valid))) return
  await auditCompany(tx, context, id, 'company.create', { was: null, is: valid })
  await upsertChanges(tx, company, [{ t: 'company', id }])
}

async function auditCompany(
  tx: Transaction<Database>,
  context: ServiceContext,
  id: string,
  action: 'company.create' | 'company.save',
  detail: { readonly was: CompanyFields | null; readonly is?: CompanyFields },
): Promise<void> {
  await insertAuditEntry(tx, {
    companyId: id,
    ...actedBy(context),
    at: toInstant(context.clock.now()),
    action,
    subject: `company:${id}`,
    detail,
  })
}

/** The device of an older sandbox may not be registered for VAT: the simulator refuses what has a tax from it. */
async function sandboxMayCharge(tx: Db, company: CompanyScope): Promise<boolean> {
  const device = await findCompanyIdentity(tx, sandboxScopeOf(company))
  return device?.registration.vrn !== ''
}

/**
 * Creates a company (no `base`) or changes what differs from `base` in one; its phones learn it from the feed. A
 * request that arrives again changes nothing, however late: its id says which company it made. A form that was changed
 * after its answer was lost corrects that company.
 */
export async function saveCompany(
  context: ServiceContext,
  { id, base, fields }: EndpointRequest<'companies.save'>,
): Promise<CompanyDetails> {
  const scope = administrationScope(context)
  requireRight(context, 'company.save', subjectOf(scope))
  const company = { companyId: id }
  return await inTransaction(context.db, async (tx) => {
    if (base === null && !(await findCompanyDetails(tx, scope, id))) {
      await createCompany(tx, context, id, fields)
    }
    await lockCompany(tx, company)
    const current = await findCompanyDetails(tx, scope, id)
    if (!current) throw new Refusal('NOT_FOUND')
    const was = fieldsOf(current)
    const asked = base === null ? normalized(fields) : fields
    const from = base ?? (await findFieldsAtFirst(tx, 'company', id)) ?? was
    const { merged } = mergeFields(was, from, asked)
    if (isDeepStrictEqual(merged, was)) return current
    const valid = await validate(tx, context, id, merged, current)
    if (isDeepStrictEqual(valid, was)) return current
    await updateCompanyFields(tx, company, valid)
    await updateSandboxVat(tx, company, isVatRegistered(valid) && (await sandboxMayCharge(tx, company)))
    await auditCompany(tx, context, id, 'company.save', { was })
    await upsertChanges(tx, company, [{ t: 'company', id }])
    return (await findCompanyDetails(tx, scope, id)) ?? current
  })
}
