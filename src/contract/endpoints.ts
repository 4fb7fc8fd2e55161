import type * as v from 'valibot'
import { accountEndpoints } from './account-endpoints.ts'
import { administrationEndpoints } from './administration-endpoints.ts'
import { companyEndpoints } from './company-endpoints.ts'
import { contactEndpoints } from './contact-endpoints.ts'
import { fiscalEndpoints } from './fiscal-endpoints.ts'
import { notificationEndpoints } from './notification-endpoints.ts'
import { potentialClientEndpoints } from './potential-client-endpoints.ts'
import { profileEndpoints } from './profile-endpoints.ts'
import { recoveryEndpoints } from './recovery-endpoints.ts'
import { syncEndpoints } from './sync-endpoints.ts'
import { userEndpoints } from './user-endpoints.ts'

/** Named part by part: the compiler does not write a type as long as all of them together. */
type Endpoints = typeof accountEndpoints &
  typeof recoveryEndpoints &
  typeof profileEndpoints &
  typeof contactEndpoints &
  typeof potentialClientEndpoints &
  typeof syncEndpoints &
  typeof companyEndpoints &
  typeof administrationEndpoints &
  typeof fiscalEndpoints &
  typeof notificationEndpoints &
  typeof userEndpoints

/** Every call of the API, once: page, worker, server, OpenAPI and the tests' role table are made from it. */
export const endpoints: Endpoints = {
  ...accountEndpoints,
  ...recoveryEndpoints,
  ...profileEndpoints,
  ...contactEndpoints,
  ...potentialClientEndpoints,
  ...syncEndpoints,
  ...companyEndpoints,
  ...administrationEndpoints,
  ...fiscalEndpoints,
  ...notificationEndpoints,
  ...userEndpoints,
}

export type EndpointName = keyof typeof endpoints
export type EndpointInput<Name extends EndpointName> = v.InferInput<(typeof endpoints)[Name]['input']>
export type EndpointRequest<Name extends EndpointName> = v.InferOutput<(typeof endpoints)[Name]['input']>
export type EndpointAnswer<Name extends EndpointName> = v.InferOutput<(typeof endpoints)[Name]['output']>
