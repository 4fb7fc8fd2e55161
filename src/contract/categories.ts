import * as v from 'valibot'
import { idField, textField } from './fields/texts.ts'

/** The fields of an expense category that a person edits; a default one keeps its usual name while `name` is empty. */
export const categoryFieldsSchema = v.object({
  name: textField(60, 'CATEGORY_NAME_TOO_LONG'),
  code: textField(20, 'CATEGORY_CODE_INVALID'),
  description: textField(255, 'CATEGORY_DESCRIPTION_TOO_LONG'),
  active: v.boolean(),
})

/** A category as it travels in a pull and is kept in IndexedDB. */
export const categorySchema = v.object({
  ...categoryFieldsSchema.entries,
  id: idField,
  companyId: idField,
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
