import * as v from 'valibot'
import { COMPANY_REFUSALS } from '#domain/companies/check-company.ts'
import { ORGANIZATION_REFUSALS } from '#domain/organizations/check-organization.ts'
import { REGISTRATION_REFUSALS } from '#domain/potential-clients/check-registration.ts'
import { CLIENT_STATUSES } from '#domain/potential-clients/potential-client.ts'
import { USER_REFUSALS } from '#domain/users/check-user.ts'
import { companyFieldsSchema } from './administration.ts'
import { registrationFormSchema } from './contact-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'
import { pageFields, pageSchema } from './pages.ts'
import { createdUserSchema, newUserSchema, userFieldEntries } from './users.ts'

export const CLIENT_SORTS = ['-createdAt', 'createdAt', 'companyName'] as const

const potentialClientSchema = v.object({
  id: idField,
  fullName: v.string(),
  email: v.string(),
  /** Nine digits. */
  phone: v.string(),
  companyName: v.string(),
  tin: v.string(),
  /** Empty without one. */
  promoCode: v.string(),
  status: v.picklist(CLIENT_STATUSES),
  createdAt: instantField,
  /** The company that was made of the request. */
  convertedTo: v.optional(v.nullable(idField)),
})
export type PotentialClient = v.InferOutput<typeof potentialClientSchema>

/** The form of a conversion: what is wrong in it is said at its field (spec §5: Company form, New user). */
const conversionSchema = v.object({
  id: idField,
  organizationId: v.nullable(idField),
  organizationName: textField(200),
  companyName: companyFieldsSchema.entries.name,
  tin: companyFieldsSchema.entries.tin,
  vrn: companyFieldsSchema.entries.vrn,
  companyEmail: companyFieldsSchema.entries.email,
  companyPhone: companyFieldsSchema.entries.phone,
  address: companyFieldsSchema.entries.address,
  serial: companyFieldsSchema.entries.serial,
  ...userFieldEntries,
  username: newUserSchema.entries.username,
})

/** People who want to be registered (spec §2): the staff write them down too, the platform admin follows them up. */
export const potentialClientEndpoints = {
  'potential-clients.list': endpoint({
    method: 'GET',
    path: '/api/v2/potential-clients',
    input: v.object(pageFields(CLIENT_SORTS, CLIENT_STATUSES)),
    output: pageSchema(potentialClientSchema),
    refusals: [],
    access: 'signed-in',
  }),
  'potential-clients.create': endpoint({
    method: 'POST',
    path: '/api/v2/potential-clients',
    input: registrationFormSchema,
    output: v.object({ id: idField }),
    refusals: [...REGISTRATION_REFUSALS, 'ACCOUNT_EMAIL_REGISTERED'],
    access: 'signed-in',
  }),
  'potential-clients.change-status': endpoint({
    method: 'POST',
    path: '/api/v2/potential-clients/status',
    input: v.object({ id: idField, status: v.picklist(CLIENT_STATUSES) }),
    output: potentialClientSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Makes organization, company and owner of a request, all or nothing; answers the first password, which is not shown again. */
  'potential-clients.convert': endpoint({
    method: 'POST',
    path: '/api/v2/potential-clients/convert',
    input: conversionSchema,
    output: v.object({ client: potentialClientSchema, companyId: idField, ...createdUserSchema.entries }),
    refusals: [
      'NOT_FOUND',
      'POTENTIAL_CLIENT_CLOSED',
      ...ORGANIZATION_REFUSALS,
      ...COMPANY_REFUSALS,
      'COMPANY_TIN_REGISTERED',
      ...USER_REFUSALS,
      'USER_USERNAME_TAKEN',
      'OPERATOR_EMAIL_REGISTERED',
    ],
    access: 'signed-in',
  }),
}
