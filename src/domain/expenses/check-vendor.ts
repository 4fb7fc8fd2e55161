import { bareNumber } from '../identity/bare-number.ts'
import { normalizePhone } from '../identity/phone.ts'
import type { FieldRefusal } from '../refusal.ts'
import type { CompanySettings } from '../settings/company-settings.ts'
import { oneLine } from '../text/one-line.ts'
import type { ExpenseVendor } from './expense.ts'
import type { VendorRefusal } from './expense-refusals.ts'

export const MAX_VENDOR_NAME = 100

export type VendorRules = Pick<CompanySettings, 'vendorTaxNumber' | 'vendorVatNumber' | 'vendorSerial'>

/** What a part must look like, the refusal of another one, and how long one of that form may be. */
type Form = { readonly form: RegExp; readonly code: VendorRefusal; readonly most?: number }

/** The longest number of a vendor under the readings that name only the shortest (tanzania-facts §11.3 to §11.5). */
const MOST = 20

const TAX_NUMBER: Record<VendorRules['vendorTaxNumber'], Form> = {
  exact9: { form: /^\d{9}$/, code: 'VENDOR_TAX_NUMBER_EXACT' },
  min9: { form: /^\d{9,}$/, code: 'VENDOR_TAX_NUMBER_SHORT', most: MOST },
}
const VAT_NUMBER: Record<VendorRules['vendorVatNumber'], Form> = {
  exact9: { form: /^[A-Z0-9]{9}$/, code: 'VENDOR_VAT_NUMBER_EXACT' },
  min9: { form: /^[A-Z0-9]{9,}$/, code: 'VENDOR_VAT_NUMBER_SHORT', most: MOST },
}
const SERIAL: Record<VendorRules['vendorSerial'], Form> = {
  min10: { form: /^[A-Z0-9]{10,}$/, code: 'VENDOR_SERIAL_SHORT', most: MOST },
  max10: { form: /^[A-Z0-9]{1,10}$/, code: 'VENDOR_SERIAL_LONG' },
  any: { form: /^[A-Z0-9]{1,20}$/, code: 'VENDOR_NUMBER_TOO_LONG' },
}

/** The stored form of a phone: E.164 for a local one, else the bare digits; a foreign number stays what it is. */
function barePhone(text: string): string {
  return normalizePhone(text) ?? text.replace(/[\s().\u2010-\u2015-]/g, '').replace(/^00/, '+')
}

/** A tax number from outside Tanzania (tanzania-facts §11.3). */
const FOREIGN_TAX_NUMBER: Form = { form: /^[A-Z0-9]{9,20}$/, code: 'VENDOR_TAX_NUMBER_FOREIGN' }

type TextPart = Exclude<keyof ExpenseVendor, 'foreign'>

/** A vendor with numbers bare and texts trimmed. */
export function normalizeVendor(vendor: ExpenseVendor): ExpenseVendor {
  return {
    name: oneLine(vendor.name),
    taxNumber: bareNumber(vendor.taxNumber),
    vatNumber: bareNumber(vendor.vatNumber),
    phone: barePhone(vendor.phone),
    serial: bareNumber(vendor.serial),
    ...(vendor.foreign === true ? { foreign: true } : {}),
  }
}

type PartRefusal = { readonly path: TextPart; readonly code: VendorRefusal }

/** Whether a part is as it was recorded; which form a tax number must have depends on where the vendor is. */
function isRecorded(path: TextPart, vendor: ExpenseVendor, recorded: ExpenseVendor | undefined): boolean {
  if (recorded?.[path] !== vendor[path]) return false
  return path !== 'taxNumber' || (recorded.foreign === true) === (vendor.foreign === true)
}

/**
 * The errors in a normalized vendor (spec §5, both readings); everything may be empty: markets have no TIN. A part that is
 * as it was recorded is not judged again: the settings may have changed since.
 */
export function vendorPartRefusals(
  vendor: ExpenseVendor,
  rules: VendorRules,
  recorded?: ExpenseVendor,
): PartRefusal[] {
  const refusals: PartRefusal[] = []
  const validate = (path: TextPart, { form, code, most }: Form) => {
    const written = vendor[path]
    if (written === '' || isRecorded(path, vendor, recorded)) return
    if (!form.test(written)) refusals.push({ path, code })
    else if (most !== undefined && written.length > most) {
      refusals.push({ path, code: 'VENDOR_NUMBER_TOO_LONG' })
    }
  }
  if (vendor.name.length > MAX_VENDOR_NAME) refusals.push({ path: 'name', code: 'VENDOR_NAME_TOO_LONG' })
  validate('taxNumber', vendor.foreign === true ? FOREIGN_TAX_NUMBER : TAX_NUMBER[rules.vendorTaxNumber])
  validate('vatNumber', VAT_NUMBER[rules.vendorVatNumber])
  validate('phone', { form: /^\+?\d{9,15}$/, code: 'VENDOR_PHONE_INVALID' })
  validate('serial', SERIAL[rules.vendorSerial])
  return refusals
}

/** The same for the vendor of an expense, at the fields of the expense. */
export function vendorRefusals(
  vendor: ExpenseVendor,
  rules: VendorRules,
  recorded?: ExpenseVendor,
): FieldRefusal<VendorRefusal>[] {
  return vendorPartRefusals(vendor, rules, recorded).map(({ path, code }) => ({
    path: `vendor.${path}`,
    code,
  }))
}

/** A vendor from another source, as far as the rules accept it: a part in another form is left out. */
export function sanitizeVendor(vendor: ExpenseVendor, rules: VendorRules): ExpenseVendor {
  const normal = normalizeVendor({ ...vendor, name: oneLine(vendor.name).slice(0, MAX_VENDOR_NAME) })
  const refused = new Set(vendorRefusals(normal, rules).map(({ path }) => path))
  const accepted = (field: TextPart) => (refused.has(`vendor.${field}`) ? '' : normal[field])
  return {
    name: accepted('name'),
    taxNumber: accepted('taxNumber'),
    vatNumber: accepted('vatNumber'),
    phone: accepted('phone'),
    serial: accepted('serial'),
  }
}
