import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CompanyChoices } from '#domain/companies/company.ts'
import type { OperatorRights } from '#domain/permissions/operator-rights.ts'
import type { Logo } from '#domain/receipts/logo.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import type { UserStatus, UserType } from '#domain/users/user.ts'
import type { GeneratedBigInteger, Json, Moment } from '../column-types.ts'

/** Tables of the users of the product: organizations, companies, people, what they sign in with, the audit log. */

export type OrganizationsTable = {
  id: string
  name: string
  owner_name: string
  owner_phone: string
  owner_email: string
  active: Generated<boolean>
  /** What a search looks in, lower case. */
  search_text: GeneratedAlways<string>
}

export type CompaniesTable = {
  id: string
  organization_id: string
  name: string
  tin: string
  vrn: string
  address: string
  phone: string
  email: string
  /** Serial number of the fiscal device; empty until it is entered. */
  serial: Generated<string>
  /** What a search looks in, lower case. */
  search_text: GeneratedAlways<string>
  active: Generated<boolean>
  blocked_by_tra: Generated<boolean>
  blocked_reason: Generated<string>
  logo: Generated<Logo | null>
  /** Only what differs from `DEFAULT_CHOICES`. */
  choices: Generated<Partial<CompanyChoices>>
  /** Only what differs from `DEFAULT_SETTINGS`. */
  settings: Json<Partial<CompanySettings>>
  /** Last change id given out; raised under this row's lock at the end of each writing transaction. */
  change_seq: GeneratedBigInteger
  /** Its own feed since its data was found to have gone back; `null`: that of the server. */
  feed_epoch: string | null
  /** Tombstones with a change id up to this are gone: older cursors are reset. */
  tombstones_gone_to: GeneratedBigInteger
  /** The company whose programs try things out in this one; null for a real company. */
  sandbox_of: Generated<string | null>
  rev: Generated<number>
}

export type UsersTable = {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  mobile: string
  user_type: UserType
  company_id: string | null
  organization_id: string | null
  status: UserStatus
  language: 'en' | 'sw'
  /** PHC string of argon2id. */
  password_hash: string
  must_change_password: Generated<boolean>
  /** What the owner lets an operator do; `null`: everything. */
  rights: ColumnType<OperatorRights | null, string | null | undefined, string | null>
  created_at: Moment
}

export type RefreshTokensTable = {
  /** SHA-256 of the token, hex. */
  token_hash: string
  family_id: string
  user_id: string
  device_id: string
  created_at: Moment
  expires_at: Moment
  used_at: Moment | null
  revoked_at: Moment | null
  /** With which the device of the session signs; `null` for a browser that keeps no key. */
  public_key: DeliveryGrantsTable['public_key'] | null
}

export type PasswordResetsTable = {
  id: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** `null` when the address has no account. */
  user_id: string | null
  /** SHA-256 of the address asked for, in small letters: codes are limited by it. */
  address_hash: string
  /** SHA-256 of token and code, hex. */
  code_hash: string
  failed_attempts: Generated<number>
  /** The code was right, and the token is for the new password. */
  verified: Generated<boolean>
  created_at: Moment
  expires_at: Moment
}

/** The second factor of an account; it counts once it was confirmed. */
export type SecondFactorsTable = {
  user_id: string
  sealed_secret: string
  confirmed_at: Moment | null
  /** Time step of the last accepted code. */
  last_step: GeneratedBigInteger
  created_at: Moment
}

export type RecoveryCodesTable = { user_id: string; code_hash: string; used_at: Moment | null }

export type EmailChangesTable = {
  user_id: string
  /** SHA-256 of the token in the link, hex. */
  token_hash: string
  email: string
  expires_at: Moment
}

export type UserDevicesTable = {
  user_id: string
  device_id: string
  /** By what the browser says of itself. */
  name: string
  first_login_at: Moment
  last_login_at: Moment
}

export type DeliveryGrantsTable = {
  id: string
  user_id: string
  company_id: string
  device_id: string
  public_key: Json<{ kty: string; crv: string; x: string; y: string }>
  issued_at: Moment
  until: Moment
  ended_at: Moment | null
}

export type AuditTable = {
  id: GeneratedBigInteger
  company_id: string | null
  /** Only where it concerns an organization and no single company. */
  organization_id: string | null
  user_id: string | null
  device_id: string | null
  at: Moment
  action: string
  subject: string
  detail: Json<Record<string, unknown>>
}
