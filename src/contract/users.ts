import * as v from 'valibot'
import { USER_STATUSES, USER_TYPES } from '#domain/users/user.ts'
import { instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'
import { operatorRightsSchema } from './operator-rights.ts'

/** An account as its managers see it (spec §3, Operator and User). */
export const userSchema = v.object({
  id: idField,
  username: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  /** Nine digits. */
  mobile: v.string(),
  userType: v.picklist(USER_TYPES),
  status: v.picklist(USER_STATUSES),
  company: v.nullable(v.object({ id: idField, name: v.string() })),
  organization: v.nullable(v.object({ id: idField, name: v.string() })),
  /** When the account was made (spec §3: entrance day). */
  entranceAt: instantField,
  /** The first password, or one that was reset, has not been changed yet. */
  mustChangePassword: v.boolean(),
  /** Whether a code is asked for beside the password. */
  secondFactor: v.optional(v.boolean()),
  /** What an operator may do besides selling; `null` for the other user types. */
  rights: v.nullable(operatorRightsSchema),
})
export type User = v.InferOutput<typeof userSchema>

/** Fields of a person with an account. */
export const userFieldEntries = {
  firstName: textField(200),
  lastName: textField(200),
  email: textField(254),
  mobile: textField(30),
}

/** The orders and filters of a list of accounts. */
export const USER_SORTS = ['name', '-name', 'username', 'company', '-entranceAt'] as const
export const USER_FILTERS = USER_STATUSES

export const newUserSchema = v.object({
  /** Made by the form, so that the request can be repeated after a lost answer; older apps send none. */
  id: v.optional(idField),
  ...userFieldEntries,
  username: textField(200),
  userType: v.picklist(['', ...USER_TYPES]),
  organizationId: v.nullable(idField),
  companyId: v.nullable(idField),
})

export const userChangeSchema = v.object({
  id: idField,
  ...userFieldEntries,
  /** The account as the form showed it: what does not differ from it was not changed. Older apps send none. */
  base: v.optional(v.object(userFieldEntries)),
})

export const userStatusChangeSchema = v.object({ id: idField, status: v.picklist(USER_STATUSES) })

export const rightsChangeSchema = v.object({ id: idField, rights: operatorRightsSchema })

/** A one-time password, shown once: the server keeps only its hash. */
const oneTimePasswordEntries = {
  password: v.string(),
  /** Whether it was also mailed to the person. */
  mailed: v.boolean(),
}
export const createdUserSchema = v.object({ user: userSchema, ...oneTimePasswordEntries })
export const oneTimePasswordSchema = v.object(oneTimePasswordEntries)
