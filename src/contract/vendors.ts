import * as v from 'valibot'
import { idField, textField } from './fields/texts.ts'

/** The fields a person edits; where a rule of the trade has a word for what is wrong, that one is said. */
export const vendorFieldsSchema = v.object({
  name: textField(100, 'VENDOR_NAME_TOO_LONG'),
  taxNumber: textField(30),
  vatNumber: textField(30),
  serial: textField(30, 'VENDOR_SERIAL_LONG'),
  phone: textField(30, 'VENDOR_PHONE_INVALID'),
  address: textField(200, 'VENDOR_ADDRESS_TOO_LONG'),
  foreign: v.boolean(),
  active: v.boolean(),
  /** Absent in what apps write that do not know merged vendors. */
  mergedInto: v.exactOptional(v.nullable(idField)),
})

/** A vendor as it travels in a pull and is kept in IndexedDB. */
export const vendorSchema = v.object({
  ...vendorFieldsSchema.entries,
  id: idField,
  companyId: idField,
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
