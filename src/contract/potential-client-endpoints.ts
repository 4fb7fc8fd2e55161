import * as v from 'valibot'
import { CLIENT_STATUSES } from '#domain/potential-clients/potential-client.ts'
import { registrationFormSchema } from './contact-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'
import { pageFields, pageSchema } from './pages.ts'

export const CLIENT_SORTS = ['-createdAt', 'createdAt', 'companyName'] as const

const potentialClientSchema = v.object({
  id: idField,
  fullName: v.string(),
  email: v.string(),
  /** Nine digits. */
  phone: v.string(),
  companyName: v.string(),
  tin: v.string(),
  /** Empty when none was given. */
  promoCode: v.string(),
  status: v.picklist(CLIENT_STATUSES),
  createdAt: instantField,
})
export type PotentialClient = v.InferOutput<typeof potentialClientSchema>

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
    refusals: [
      'REGISTRATION_FULL_NAME',
      'REGISTRATION_EMAIL',
      'REGISTRATION_PHONE',
      'REGISTRATION_COMPANY_NAME',
      'REGISTRATION_COMPANY_NAME_TOO_LONG',
      'REGISTRATION_TIN',
      'REGISTRATION_PROMO_CODE',
      'ACCOUNT_EMAIL_REGISTERED',
    ],
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
}
