import * as v from 'valibot'
import { IDENTIFICATION_TYPES } from '#domain/identity/identification.ts'
import { idField, textField } from './fields/texts.ts'

/** The fields a person edits. */
export const customerFieldsSchema = v.object({
  name: textField(100),
  identificationType: v.picklist(IDENTIFICATION_TYPES),
  identificationNumber: textField(50),
  phone: textField(20),
  email: textField(100),
  vatRegistrationNumber: textField(20),
  active: v.boolean(),
})

/** A customer as it travels in a pull and is kept in IndexedDB. */
export const customerSchema = v.object({
  ...customerFieldsSchema.entries,
  id: idField,
  companyId: idField,
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
