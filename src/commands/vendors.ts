import type { AccountDatabase } from '#data/account-database.ts'
import { deleteMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import { resolveId } from '#data/records.ts'
import type { OutboxEntry, VendorRow } from '#data/rows.ts'
import { vendorFromRow } from '#data/vendor-row.ts'
import {
  findSecondFromAbroad,
  findSeller,
  findVendor,
  findVendorByNumbers,
  findVendorFromAbroad,
} from '#data/vendors.ts'
import type { ExpenseVendor } from '#domain/expenses/expense.ts'
import { distinctTaxNumber } from '#domain/identity/tin.ts'
import { fieldsOf } from '#domain/records/fields-of.ts'
import { ok, refuse } from '#domain/result.ts'
import { checkVendorForm, type VendorForm } from '#domain/vendors/check-vendor-form.ts'
import { mergeVendors } from '#domain/vendors/merge-vendors.ts'
import { mayBecomeSecond } from '#domain/vendors/same-vendor.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refusedWithCode,
} from '#sync/outbox/command-result.ts'
import { readMergeBase } from '#sync/outbox/replace-pending.ts'
import { type WriteTransaction, write } from '#sync/outbox/writer.ts'
import { waitedFor } from './waited-for.ts'

/**
 * The vendor of an expense as a record of the company, for the next expense: the one that has its numbers already, or a new
 * one under `newId`. Gives its id. The parts are in stored form. Call inside the transaction of the expense.
 */
export async function keepVendor(
  tx: WriteTransaction,
  companyId: string,
  vendor: ExpenseVendor,
  newId: string,
): Promise<string> {
  const known = await findSeller(tx.db, vendor)
  if (known) return known.id
  const { foreign = false, ...parts } = vendor
  const fields = { ...parts, foreign, address: '', active: true }
  await tx.upsert(
    {
      written: { kind: 'vendor', record: { ...fields, id: newId, companyId, rev: 0 } },
      before: undefined,
      entries: [],
    },
    orderingKeyOf('vendor', newId),
    'vendor.save',
    { vendorId: newId, baseRev: 0, base: null, fields },
  )
  return newId
}

/** The vendor as the server has it, as far as this phone knows; `null` for a new one. */
async function readVendorBase(
  db: AccountDatabase,
  orderingKey: string,
  entries: readonly OutboxEntry[],
  before: Vendor | undefined,
) {
  const shown = before && before.rev > 0 ? fieldsOf(before) : null
  return await readMergeBase(db, 'vendor.save', orderingKey, entries, shown)
}

/** Writes a vendor with its operation; gives the id of the operation. */
async function upsertVendor(
  tx: WriteTransaction,
  change: {
    readonly record: Vendor
    readonly before: Vendor | undefined
    readonly entries: readonly OutboxEntry[]
    readonly dependsOn?: readonly string[]
  },
): Promise<string> {
  const { record, before, entries, dependsOn = [] } = change
  const orderingKey = orderingKeyOf('vendor', record.id)
  const base = await readVendorBase(tx.db, orderingKey, entries, before)
  const { opId } = await tx.upsert(
    {
      written: { kind: 'vendor', record },
      before: before && { kind: 'vendor', record: before },
      entries,
      dependsOn: [...dependsOn, ...waitedFor(entries)],
    },
    orderingKey,
    'vendor.save',
    { vendorId: record.id, baseRev: record.rev, base, fields: fieldsOf(record) },
  )
  return opId
}

async function readVendor(db: AccountDatabase, vendorId: string) {
  const id = await resolveId(db, vendorId)
  const [row, entries] = await Promise.all([
    findVendor(db, id),
    listByOrderingKey(db, orderingKeyOf('vendor', id)),
  ])
  return row && { before: vendorFromRow(row), entries }
}

/** Another record of the company for the same vendor from abroad; no number of its own says that it is the same one. */
async function findSecond(
  db: AccountDatabase,
  vendor: Vendor,
  before: Vendor | undefined,
  exceptIds: readonly string[],
): Promise<VendorRow | undefined> {
  if (before === undefined) return await findVendorFromAbroad(db, vendor)
  return mayBecomeSecond(vendor, before) ? await findSecondFromAbroad(db, vendor, exceptIds) : undefined
}

/**
 * Merges two records of one vendor: the one that goes is offered no more, and its expenses are counted with those of the
 * one that stays, which takes the details it lacks. The second save waits for the first, which gives up the numbers; what
 * the server would refuse in the second is refused before the first.
 */
export function mergeVendor(
  account: Account,
  deps: CommandDeps,
  { goesId, staysId }: { readonly goesId: string; readonly staysId: string },
): Promise<CommandResult<VendorRow>> {
  return write(account, deps, async (tx) => {
    const author = await readAuthor(tx.db, 'vendor.save')
    if (!author.ok) return author
    const [goes, stays] = await Promise.all([readVendor(tx.db, goesId), readVendor(tx.db, staysId)])
    if (!goes || !stays) return refusedWithCode('VENDOR_NOT_FOUND')
    const isOne = goes.before.id === stays.before.id
    if (isOne || goes.before.mergedInto || stays.before.mergedInto) return refusedWithCode('VENDOR_MERGED')
    const merged = mergeVendors(stays.before, goes.before)
    const isChanged = JSON.stringify(fieldsOf(merged.stays)) !== JSON.stringify(fieldsOf(stays.before))
    if (isChanged) {
      const orderingKey = orderingKeyOf('vendor', merged.stays.id)
      const recorded = await readVendorBase(tx.db, orderingKey, stays.entries, stays.before)
      const checked = checkVendorForm(merged.stays, author.value.session.settings, recorded ?? undefined)
      if (!checked.ok) return refuse(checked.refusals)
      if (await findSecond(tx.db, merged.stays, stays.before, [stays.before.id, goes.before.id])) {
        return refuse([{ path: 'taxNumber', code: 'VENDOR_NUMBER_REGISTERED' }])
      }
    }
    const opId = await upsertVendor(tx, { ...goes, record: merged.goes })
    if (isChanged) {
      await upsertVendor(tx, { ...stays, record: merged.stays, dependsOn: [opId] })
    }
    const saved = await findVendor(tx.db, merged.stays.id)
    return saved ? ok(saved) : refusedWithCode('VENDOR_NOT_FOUND')
  })
}

/**
 * Saves a vendor, new or edited, active or not, on this phone and queues it for the server. A tax number or serial that
 * another vendor on this phone has is refused (spec §8); the server asks again for the whole company. With `endsDraft`
 * what was kept of the half-filled form is deleted with it.
 */
export function saveVendor(
  account: Account,
  deps: CommandDeps,
  input: {
    readonly vendorId?: string
    readonly form: VendorForm
    readonly active?: boolean
    readonly endsDraft?: boolean
  },
): Promise<CommandResult<VendorRow>> {
  const vendorId = input.vendorId ?? deps.ports.newId()
  return write(account, deps, async (tx) => {
    const { db } = tx
    const known = await readAuthor(db, 'vendor.save')
    if (!known.ok) return known
    const author = known.value
    const id = await resolveId(db, vendorId)
    const orderingKey = orderingKeyOf('vendor', id)
    const [row, entries] = await Promise.all([findVendor(db, id), listByOrderingKey(db, orderingKey)])
    const before = row && vendorFromRow(row)
    const recorded = await readVendorBase(db, orderingKey, entries, before)
    const checked = checkVendorForm(input.form, author.session.settings, recorded ?? undefined)
    if (!checked.ok) return refuse(checked.refusals)
    const record: Vendor = {
      ...checked.value,
      id,
      companyId: author.company.id,
      rev: before?.rev ?? 0,
      active: input.active ?? before?.active ?? true,
      ...(before?.mergedInto ? { mergedInto: input.active === true ? null : before.mergedInto } : {}),
    }
    const other = await findVendorByNumbers(db, record, id)
    if (other) {
      const own = distinctTaxNumber(record.taxNumber)
      const path = own !== '' && other.taxNumber === own ? 'taxNumber' : 'serial'
      return refuse([{ path, code: 'VENDOR_NUMBER_REGISTERED' }])
    }
    if (await findSecond(db, record, before, [id])) {
      return refuse([{ path: 'taxNumber', code: 'VENDOR_NUMBER_REGISTERED' }])
    }
    await upsertVendor(tx, { record, before, entries })
    if (input.endsDraft) await deleteMeta(db, 'new-vendor')
    const saved = await findVendor(db, id)
    return saved ? ok(saved) : refusedWithCode('VENDOR_NOT_FOUND')
  })
}
