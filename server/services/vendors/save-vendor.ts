import type { OperationBody } from '#contract/operations.ts'
import { distinctTaxNumber } from '#domain/identity/tin.ts'
import { fieldsOf } from '#domain/records/fields-of.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { checkVendorForm } from '#domain/vendors/check-vendor-form.ts'
import { mayBecomeSecond } from '#domain/vendors/same-vendor.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { listDocuments, lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { findVendorFromAbroad, listVendorsByNumbers } from '../../storage/catalogue/vendors.ts'
import { insertAlias, resolveId } from '../../storage/sync/record-aliases.ts'
import { requireRight } from '../context.ts'
import { auditOverwritten } from '../operations/audit-overwritten.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { vendorChange } from '../operations/feed-changes.ts'
import { mergeFields } from '../operations/merge-fields.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { wasRestored } from '../recovery/returned-author.ts'

type Body = OperationBody<'vendor.save'>

/** The fields in stored form; refuses what the company's readings of the rules refuse of those that are not as recorded. */
async function validateFields(
  { tx, scope }: Execution,
  fields: Body['fields'],
  recorded: Body['fields'] | undefined,
): Promise<Body['fields']> {
  const settings = (await findCompany(tx, scope))?.settings
  const checked = checkVendorForm(fields, { ...DEFAULT_SETTINGS, ...settings }, recorded)
  if (!checked.ok) refuseFields(checked.refusals)
  return { ...fields, ...(checked.ok ? checked.value : {}) }
}

/** The vendor that a merged one turned out to be. */
async function findRemaining({ tx, scope }: Execution, vendor: Vendor): Promise<Vendor> {
  const [target] = vendor.mergedInto ? await listDocuments(tx, scope, 'vendors', [vendor.mergedInto]) : []
  return target ?? vendor
}

/**
 * Locks the vendor and the one it is newly merged into, always in the same order, so that two phones that merge them the
 * other way round cannot make a circle.
 */
async function lockVendor(
  { tx, scope }: Execution,
  id: string,
  target: string | null | undefined,
): Promise<{ readonly current: Vendor | undefined; readonly target: Vendor | undefined }> {
  const found = new Map<string, Vendor | undefined>()
  for (const each of [...new Set([id, ...(target ? [target] : [])])].sort()) {
    found.set(each, await lockDocument(tx, scope, 'vendors', each))
  }
  return { current: found.get(id), target: target ? found.get(target) : undefined }
}

function refuseRegistered(path: 'taxNumber' | 'serial', existingId: string): never {
  throw new Refusal('VENDOR_NUMBER_REGISTERED', {
    fields: [{ path, code: 'VENDOR_NUMBER_REGISTERED' }],
    data: { existingId },
  })
}

/**
 * A tax number that vendors from abroad share is one vendor's together with the name. Returns the vendor that a new one
 * turns out to be.
 */
async function findOrRefuseFromAbroad(
  execution: Execution,
  vendor: Vendor,
  current: Vendor | undefined,
): Promise<Vendor | undefined> {
  const { tx, scope } = execution
  if (current && !mayBecomeSecond(vendor, current)) return undefined
  const same = await findVendorFromAbroad(tx, scope, vendor, { withMerged: current === undefined })
  if (same && current) refuseRegistered('taxNumber', same.id)
  return same && (await findRemaining(execution, same))
}

/** A tax number or serial is one vendor's (spec §8). Returns the vendor that a new one turns out to be. */
async function findOrRefuseDuplicate(
  execution: Execution,
  vendor: Vendor,
  current: Vendor | undefined,
): Promise<Vendor | undefined> {
  const { tx, scope } = execution
  const known = await listVendorsByNumbers(tx, scope, vendor)
  const [first] = known
  if (first === undefined) return await findOrRefuseFromAbroad(execution, vendor, current)
  const sameName = first.name.toLocaleLowerCase('en') === vendor.name.toLocaleLowerCase('en')
  if (current === undefined && known.length === 1 && sameName) return await findRemaining(execution, first)
  const own = distinctTaxNumber(vendor.taxNumber)
  const path = known.some(({ taxNumber }) => taxNumber !== '' && taxNumber === own) ? 'taxNumber' : 'serial'
  return refuseRegistered(path, first.id)
}

/** Answers a form about a known vendor. An inactive one that is registered again is active again; a merged one stays merged. */
async function adoptKnown(execution: Execution, existing: Vendor, body: Body): Promise<Executed> {
  const { tx, scope, at } = execution
  const alias = { from: body.vendorId, to: existing.id }
  const known = (await lockDocument(tx, scope, 'vendors', existing.id)) ?? existing
  if (known.active || known.mergedInto || !body.fields.active) {
    return { change: vendorChange(known), changed: [], alias }
  }
  const offered = { ...known, active: true, rev: known.rev + 1 }
  await upsertDocuments(tx, scope, 'vendors', [offered], at)
  return { change: vendorChange(offered), changed: [{ t: 'vendor', id: known.id }], alias }
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
  const mergedInto = body.fields.mergedInto && (await resolveId(tx, scope, 'vendor', body.fields.mergedInto))
  const { current, target } = await lockVendor(execution, id, mergedInto)
  if (current === undefined && body.base !== null) throw new Refusal('VENDOR_NOT_FOUND')
  const written = { ...body.fields, ...(mergedInto ? { mergedInto } : {}) }
  const { merged, overwritten } = current
    ? mergeFields(fieldsOf(current), body.base, written)
    : { merged: written, overwritten: [] }
  const isMergedNow = merged.mergedInto && merged.mergedInto !== current?.mergedInto
  if (isMergedNow && (merged.mergedInto === id || target?.mergedInto)) throw new Refusal('VENDOR_MERGED')
  const isReturned = body.returned === true && (await wasRestored(execution))
  const fields = await validateFields(execution, merged, isReturned ? body.fields : current)
  const vendor = { ...fields, id, companyId: scope.companyId, rev: (current?.rev ?? 0) + 1 }
  const existing = await findOrRefuseDuplicate(execution, vendor, current)
  if (existing) {
    await insertAlias(tx, scope, { t: 'vendor', from: id, to: existing.id })
    return await adoptKnown(execution, existing, body)
  }
  await upsertDocuments(tx, scope, 'vendors', [vendor], at)
  await auditOverwritten(execution, 'vendor', id, overwritten)
  return {
    change: vendorChange(vendor),
    changed: [{ t: 'vendor', id }],
    ...(id !== body.vendorId && { alias: { from: body.vendorId, to: id } }),
  }
}
