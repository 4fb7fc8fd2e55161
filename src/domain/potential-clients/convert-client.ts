import { type CompanyFields, type CompanyRefusal, checkCompany } from '../companies/check-company.ts'
import {
  checkOrganization,
  type OrganizationFields,
  type OrganizationRefusal,
} from '../organizations/check-organization.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import {
  checkUser,
  isUsernameLength,
  normalizeUser,
  type UserFields,
  type UserRefusal,
} from '../users/check-user.ts'
import type { RegistrationForm } from './check-registration.ts'

/** What becomes of a registration request: a company, its owner, and the organization they belong to. */
export type ConversionForm = {
  /** An organization that is there already; `null`: a new one of this owner. */
  readonly organizationId: string | null
  /** Name of the new organization. */
  readonly organizationName: string
  readonly companyName: string
  readonly tin: string
  readonly vrn: string
  readonly companyEmail: string
  readonly companyPhone: string
  readonly address: string
  readonly serial: string
  readonly firstName: string
  readonly lastName: string
  readonly username: string
  readonly email: string
  /** Nine digits. */
  readonly mobile: string
}

export type Conversion = {
  /** `null`: one that is there already. */
  readonly organization: OrganizationFields | null
  readonly company: Omit<CompanyFields, 'organizationId'>
  readonly owner: UserFields & { readonly username: string }
}

type ConversionRefusal = CompanyRefusal | OrganizationRefusal | UserRefusal

/** Where the fields of a company and of an organization are in the form, if not under their own name. */
const COMPANY_PATHS: Readonly<Record<string, string>> = {
  name: 'companyName',
  email: 'companyEmail',
  phone: 'companyPhone',
}
const ORGANIZATION_PATHS: Readonly<Record<string, string>> = {
  name: 'organizationName',
  ownerName: 'firstName',
  ownerPhone: 'mobile',
  ownerEmail: 'email',
}

/** The form as far as the request fills it: the person becomes the owner, the e-mail address the user name. */
export function conversionFormOf(client: RegistrationForm): ConversionForm {
  const [firstName = '', ...others] = client.fullName.split(' ')
  return {
    organizationId: null,
    organizationName: client.companyName,
    companyName: client.companyName,
    tin: client.tin,
    vrn: '',
    companyEmail: client.email,
    companyPhone: client.phone,
    address: '',
    serial: '',
    firstName,
    lastName: others.join(' '),
    username: client.email.toLowerCase(),
    email: client.email,
    mobile: client.phone,
  }
}

function at<Code extends string>(
  paths: Readonly<Record<string, string>>,
  refusals: readonly FieldRefusal<Code>[],
): FieldRefusal<Code>[] {
  return refusals.map(({ path, code }) => ({ path: paths[path] ?? path, code }))
}

/** What is to be made of a form, or every refusal at its field (spec §5: Company form, New user). */
export function checkConversion(form: ConversionForm): Result<Conversion, ConversionRefusal> {
  const { firstName, lastName, email, mobile } = form
  const owner = { ...normalizeUser({ firstName, lastName, email, mobile }), username: form.username.trim() }
  const company = checkCompany({
    // Not part of what the form says itself: it is made, or was chosen from those that exist.
    organizationId: form.organizationId ?? 'new',
    name: form.companyName,
    tin: form.tin,
    vrn: form.vrn,
    email: form.companyEmail,
    phone: form.companyPhone,
    address: form.address,
    serial: form.serial,
  })
  const refusals: FieldRefusal<ConversionRefusal>[] = [
    ...(company.ok ? [] : at(COMPANY_PATHS, company.refusals)),
    ...checkUser(owner),
    ...(isUsernameLength(owner.username)
      ? []
      : [{ path: 'username', code: 'USER_USERNAME_LENGTH' as const }]),
  ]
  const organization = form.organizationId === null ? checkOrganization(organizationOf(form, owner)) : null
  if (organization !== null && !organization.ok) {
    const refused = new Set(refusals.map(({ path }) => path))
    const found = at(ORGANIZATION_PATHS, organization.refusals)
    refusals.push(...found.filter(({ path }) => !refused.has(path)))
  }
  if (refusals.length > 0 || !company.ok || organization?.ok === false) return refuse(refusals)
  return ok({ organization: organization?.value ?? null, company: company.value, owner })
}

function organizationOf(form: ConversionForm, owner: UserFields): OrganizationFields {
  return {
    name: form.organizationName,
    ownerName: `${owner.firstName} ${owner.lastName}`,
    ownerPhone: owner.mobile,
    ownerEmail: owner.email,
  }
}
