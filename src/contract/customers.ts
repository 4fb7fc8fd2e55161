import * as v from 'valibot'
import { IDENTIFICATION_TYPES } from '#domain/identity/identification.ts'
import type { ErrorCode } from './error-codes.ts'
import { idField, textField } from './fields/texts.ts'

/** The fields a person edits; a refusal has the rule's own code where there is one. */
export const customerFieldsSchema = v.object({
  name: textField(100, 'CUSTOMER_NAME_TOO_LONG'),
  identificationType: v.picklist(IDENTIFICATION_TYPES, 'CUSTOMER_ID_TYPE_REQUIRED' satisfies ErrorCode),
  identificationNumber: textField(50, 'CUSTOMER_ID_INVALID'),
  phone: textField(20, 'CUSTOMER_PHONE_INVALID'),
  email: textField(100, 'CUSTOMER_EMAIL_INVALID'),
  vatRegistrationNumber: textField(20, 'CUSTOMER_VRN_INVALID'),
  active: v.boolean(),
})

/** A customer in a pull and in IndexedDB. */
export const customerSchema = v.object({
  ...customerFieldsSchema.entries,
  id: idField,
  companyId: idField,
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  // Only a merge changes it; absent before the first one.
  mergedIds: v.exactOptional(v.array(idField)),
})
