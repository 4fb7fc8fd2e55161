import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import { foldText, nameKeys } from './fold-text.ts'
import { numberKeyOf } from './number-key.ts'
import type { VendorRow } from './rows.ts'

/** The only maker of rows: search keys always fit the record. */
export function vendorRow(vendor: Vendor, pending: PendingWork): VendorRow {
  const numbers = [vendor.taxNumber, vendor.vatNumber, vendor.serial, vendor.phone]
  return {
    ...vendor,
    pending,
    nameKey: foldText(vendor.name),
    keys: [...new Set([...nameKeys(vendor.name), ...numbers.map(numberKeyOf).filter((key) => key !== '')])],
  }
}

/** The vendor without what this phone derives. */
export function vendorFromRow(row: VendorRow): Vendor {
  const { pending: _, nameKey: __, keys: ___, ...vendor } = row
  return vendor
}
