import type { Generated } from 'kysely'
import type { ClientStatus } from '#domain/potential-clients/potential-client.ts'
import type { Moment } from '../column-types.ts'

/** Tables of people who are not customers of the provider yet: what they wrote, who wants to be registered. */

export type ContactMessagesTable = {
  id: string
  full_name: string
  email: string
  /** Empty when none was given. */
  phone: string
  message: string
  created_at: Moment
  /** `null`: the provider has no address, or the mail did not go out. */
  mailed_at: Moment | null
  /** The mail server of the provider refused it for good; `null` as long as it did not. */
  refused_at: Moment | null
  /** The address at which it was refused. */
  refused_to: string | null
}

export type PotentialClientsTable = {
  id: string
  full_name: string
  email: string
  /** Nine digits. */
  phone: string
  company_name: string
  tin: string
  /** Empty when none was given. */
  promo_code: string
  status: Generated<ClientStatus>
  note: Generated<string>
  created_at: Moment
  /** `null`: the person wrote it. */
  created_by: string | null
  changed_at: Moment
  /** The company that was made of it. */
  converted_to: string | null
}
