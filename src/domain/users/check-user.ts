import { isEmail } from '../identity/email.ts'
import type { FieldRefusal } from '../refusal.ts'
import type { UserType } from './user.ts'

export const USER_REFUSALS = [
  'USER_FIRST_NAME_LENGTH',
  'USER_LAST_NAME_LENGTH',
  'USER_USERNAME_LENGTH',
  'USER_EMAIL_INVALID',
  'USER_MOBILE_INVALID',
  'USER_TYPE_REQUIRED',
  'USER_ORGANIZATION_REQUIRED',
  'USER_COMPANY_REQUIRED',
] as const
export type UserRefusal = (typeof USER_REFUSALS)[number]

/** The fields of a user that can be changed after creation. `mobile` is nine digits. */
export type UserFields = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly mobile: string
}

/** The form of a new user; empty and `null` are not chosen yet. */
export type NewUserFields = UserFields & {
  readonly username: string
  readonly userType: UserType | ''
  readonly organizationId: string | null
  /** `null` also for an organization admin, who works for no company. */
  readonly companyId: string | null
}

function isBetween(text: string, min: number, max: number): boolean {
  const length = Array.from(text).length
  return length >= min && length <= max
}

/** Whether a user name has 3 to 100 characters (spec §5, New user). */
export function isUsernameLength(username: string): boolean {
  return isBetween(username, 3, 100)
}

/** The fields without surrounding spaces; spaces inside a mobile number do not count. */
export function normalizeUser<Fields extends UserFields>(fields: Fields): Fields {
  return {
    ...fields,
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    email: fields.email.trim(),
    mobile: fields.mobile.replaceAll(/\s/g, ''),
  }
}

/**
 * The errors in normalized fields of a user (spec §5, New user). `stored`: the e-mail address that the account has
 * already stays accepted, because the profile takes a shorter one than this form (tanzania-facts §11, row 16).
 */
export function checkUser(
  fields: UserFields,
  stored?: Pick<UserFields, 'email'>,
): FieldRefusal<UserRefusal>[] {
  const found: FieldRefusal<UserRefusal>[] = []
  if (!isBetween(fields.firstName, 3, 50)) found.push({ path: 'firstName', code: 'USER_FIRST_NAME_LENGTH' })
  if (!isBetween(fields.lastName, 3, 50)) found.push({ path: 'lastName', code: 'USER_LAST_NAME_LENGTH' })
  const isStored = fields.email === stored?.email
  if (!isStored && (!isBetween(fields.email, 12, 100) || !isEmail(fields.email))) {
    found.push({ path: 'email', code: 'USER_EMAIL_INVALID' })
  }
  if (!/^\d{9}$/.test(fields.mobile)) found.push({ path: 'mobile', code: 'USER_MOBILE_INVALID' })
  return found
}

/**
 * The errors in the normalized form of a new user (spec §5, New user and Operator creation). Organization, company
 * and user type are required; only an organization admin has no company.
 */
export function checkNewUser(fields: NewUserFields): FieldRefusal<UserRefusal>[] {
  const found: FieldRefusal<UserRefusal>[] = []
  if (fields.userType === '') found.push({ path: 'userType', code: 'USER_TYPE_REQUIRED' })
  if (fields.organizationId === null)
    found.push({ path: 'organizationId', code: 'USER_ORGANIZATION_REQUIRED' })
  if (fields.companyId === null && fields.userType !== 'organization_admin') {
    found.push({ path: 'companyId', code: 'USER_COMPANY_REQUIRED' })
  }
  if (!isUsernameLength(fields.username.trim())) {
    found.push({ path: 'username', code: 'USER_USERNAME_LENGTH' })
  }
  return [...found, ...checkUser(fields)]
}
