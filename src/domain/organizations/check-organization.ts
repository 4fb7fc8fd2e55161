import { isEmail } from '../identity/email.ts'
import { normalizePhone } from '../identity/phone.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import { oneLine } from '../text/one-line.ts'
import type { Organization } from './organization.ts'

/** Longest name of an organization or a person in an administration form. */
export const MAX_NAME_LENGTH = 100

export const ORGANIZATION_REFUSALS = [
  'ORGANIZATION_NAME_REQUIRED',
  'ORGANIZATION_OWNER_NAME_REQUIRED',
  'ORGANIZATION_OWNER_PHONE_REQUIRED',
  'ORGANIZATION_OWNER_EMAIL_REQUIRED',
  'ORGANIZATION_NAME_TOO_LONG',
] as const
export type OrganizationRefusal = (typeof ORGANIZATION_REFUSALS)[number]

/** The fields of an organization that a person enters. */
export type OrganizationFields = Pick<Organization, 'name' | 'ownerName' | 'ownerPhone' | 'ownerEmail'>

/** Validates the organization form (spec §3): the fields in stored form, or every refusal at its field. */
export function checkOrganization(form: OrganizationFields): Result<OrganizationFields, OrganizationRefusal> {
  const refusals: FieldRefusal<OrganizationRefusal>[] = []
  const name = oneLine(form.name)
  const ownerName = oneLine(form.ownerName)
  const ownerPhone = normalizePhone(form.ownerPhone)
  const ownerEmail = form.ownerEmail.trim()
  if (name === '') refusals.push({ path: 'name', code: 'ORGANIZATION_NAME_REQUIRED' })
  if (name.length > MAX_NAME_LENGTH) refusals.push({ path: 'name', code: 'ORGANIZATION_NAME_TOO_LONG' })
  if (ownerName === '') refusals.push({ path: 'ownerName', code: 'ORGANIZATION_OWNER_NAME_REQUIRED' })
  if (ownerName.length > MAX_NAME_LENGTH)
    refusals.push({ path: 'ownerName', code: 'ORGANIZATION_NAME_TOO_LONG' })
  if (ownerPhone === undefined)
    refusals.push({ path: 'ownerPhone', code: 'ORGANIZATION_OWNER_PHONE_REQUIRED' })
  if (!isEmail(ownerEmail)) refusals.push({ path: 'ownerEmail', code: 'ORGANIZATION_OWNER_EMAIL_REQUIRED' })
  if (refusals.length > 0 || ownerPhone === undefined) return refuse(refusals)
  return ok({ name, ownerName, ownerPhone, ownerEmail })
}
