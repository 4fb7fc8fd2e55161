import { listByOrderingKey } from '#data/outbox-entries.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import { resolveId } from '#data/records.ts'
import type { VendorRow } from '#data/rows.ts'
import { vendorFromRow } from '#data/vendor-row.ts'
import { findVendor, findVendorByNumbers } from '#data/vendors.ts'
import type { ExpenseVendor } from '#domain/expenses/expense.ts'
import { checkVendorForm, type VendorForm } from '#domain/vendors/check-vendor-form.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refused,
  refusedWithCode,
  succeeded,
} from '#sync/outbox/command-result.ts'
import { readMergeBase } from '#sync/outbox/replace-pending.ts'
import { type WriteTransaction, write } from '#sync/outbox/writer.ts'

function fieldsOf(vendor: Vendor): Omit<Vendor, 'id' | 'companyId' | 'rev'> {
  const { id: _id, companyId: _company, rev: _rev, ...fields } = vendor
  return fields
}

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
  const known = await findVendorByNumbers(tx.db, vendor)
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

/**
 * Saves a vendor, new or edited, active or not, on this phone and queues it for the server. A tax number or serial that
 * another vendor on this phone has is refused (spec §8); the server asks again for the whole company.
 */
export function saveVendor(
  account: Account,
  deps: CommandDeps,
  input: { readonly vendorId?: string; readonly form: VendorForm; readonly active?: boolean },
): Promise<CommandResult<VendorRow>> {
  const vendorId = input.vendorId ?? deps.ports.newId()
  return write(account, deps, async (tx) => {
    const { db } = tx
    const author = await readAuthor(db, 'vendor.save')
    if ('kind' in author) return author
    const checked = checkVendorForm(input.form, author.session.settings)
    if (!checked.ok) return refused(...checked.refusals)
    const id = await resolveId(db, vendorId)
    const orderingKey = orderingKeyOf('vendor', id)
    const [row, entries] = await Promise.all([findVendor(db, id), listByOrderingKey(db, orderingKey)])
    const before = row && vendorFromRow(row)
    const record: Vendor = {
      ...checked.value,
      id,
      companyId: author.company.id,
      rev: before?.rev ?? 0,
      active: input.active ?? before?.active ?? true,
    }
    const other = await findVendorByNumbers(db, record, id)
    if (other) {
      const path = other.taxNumber !== '' && other.taxNumber === record.taxNumber ? 'taxNumber' : 'serial'
      return refused({ path, code: 'VENDOR_NUMBER_REGISTERED' })
    }
    const shown = before && before.rev > 0 ? fieldsOf(before) : null
    const base = await readMergeBase(db, 'vendor.save', orderingKey, entries, shown)
    await tx.upsert(
      {
        written: { kind: 'vendor', record },
        before: before && { kind: 'vendor', record: before },
        entries,
      },
      orderingKey,
      'vendor.save',
      { vendorId: id, baseRev: record.rev, base, fields: fieldsOf(record) },
    )
    const saved = await findVendor(db, id)
    return saved ? succeeded(saved) : refusedWithCode('VENDOR_NOT_FOUND')
  })
}
