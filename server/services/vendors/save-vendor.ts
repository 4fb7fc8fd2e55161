import type { OperationBody } from '#contract/operations.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { checkVendorForm } from '#domain/vendors/check-vendor-form.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { listVendorsByNumbers } from '../../storage/catalogue/vendors.ts'
import { insertAlias, resolveId } from '../../storage/sync/record-aliases.ts'
import { requireRight } from '../context.ts'
import { auditOverwritten } from '../operations/audit-overwritten.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { vendorChange } from '../operations/feed-changes.ts'
import { mergeFields } from '../operations/merge-fields.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

type Body = OperationBody<'vendor.save'>

function fieldsOf(vendor: Vendor): Body['fields'] {
  const { id: _id, companyId: _company, rev: _rev, ...fields } = vendor
  return fields
}

/** The fields in stored form; refuses what the company's readings of the rules refuse. */
async function validateFields({ tx, scope }: Execution, fields: Body['fields']): Promise<Body['fields']> {
  const settings = (await findCompany(tx, scope))?.settings
  const checked = checkVendorForm(fields, { ...DEFAULT_SETTINGS, ...settings })
  if (!checked.ok) refuseFields(checked.refusals)
  return { ...fields, ...(checked.ok ? checked.value : {}) }
}

/** A tax number or serial is one vendor's (spec §8). Returns the vendor that a new one turns out to be. */
async function findOrRefuseDuplicate(
  { tx, scope }: Execution,
  vendor: Vendor,
  isNew: boolean,
): Promise<Vendor | undefined> {
  const known = await listVendorsByNumbers(tx, scope, vendor)
  const [first] = known
  if (first === undefined) return undefined
  const sameName = first.name.toLocaleLowerCase('en') === vendor.name.toLocaleLowerCase('en')
  if (isNew && known.length === 1 && sameName) return first
  const path = known.some(({ taxNumber }) => taxNumber !== '' && taxNumber === vendor.taxNumber)
    ? 'taxNumber'
    : 'serial'
  throw new Refusal('VENDOR_NUMBER_REGISTERED', {
    fields: [{ path, code: 'VENDOR_NUMBER_REGISTERED' }],
    data: { existingId: first.id },
  })
}

/**
 * Saves a vendor, new or edited: edits of several phones are merged field by field. The same vendor
 * registered twice (same number, same name) becomes one, under the id the company already knows; the phone
 * gets the alias.
 */
export async function saveVendor(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'vendor.save', scope)
  const id = await resolveId(tx, scope, 'vendor', body.vendorId)
  const current = await lockDocument(tx, scope, 'vendors', id)
  if (current === undefined && body.base !== null) throw new Refusal('VENDOR_NOT_FOUND')
  const { merged, overwritten } = current
    ? mergeFields(fieldsOf(current), body.base, body.fields)
    : { merged: body.fields, overwritten: [] }
  const fields = await validateFields(execution, merged)
  const vendor = { ...fields, id, companyId: scope.companyId, rev: (current?.rev ?? 0) + 1 }
  const existing = await findOrRefuseDuplicate(execution, vendor, current === undefined)
  if (existing) {
    await insertAlias(tx, scope, { t: 'vendor', from: id, to: existing.id })
    return { change: vendorChange(existing), changed: [], alias: { from: body.vendorId, to: existing.id } }
  }
  await upsertDocuments(tx, scope, 'vendors', [vendor], at)
  await auditOverwritten(execution, 'vendor', id, overwritten)
  return {
    change: vendorChange(vendor),
    changed: [{ t: 'vendor', id }],
    ...(id !== body.vendorId && { alias: { from: body.vendorId, to: id } }),
  }
}
