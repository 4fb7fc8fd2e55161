import type { Generated } from 'kysely'
import type { UssdSms } from '#domain/ussd/ussd-sms.ts'
import type { UssdLanguage, UssdState } from '#domain/ussd/ussd-state.ts'
import type { Json, Moment } from '../column-types.ts'

export type UssdPhonesTable = {
  id: string
  company_id: string
  user_id: string
  /** E.164. */
  phone: string
  pin_hash: string
  language: UssdLanguage
  /** Wrong PINs that are left. */
  pin_tries: number
  /** Of the code that proves who holds the number; `null` once it was used. */
  code_hash: string | null
  code_ends_at: Moment | null
  created_at: Moment
  registered_at: Moment | null
  /** When its code or its PIN was last right. */
  used_at: Moment | null
  ended_at: Moment | null
}

export type UssdSessionsTable = {
  /** A hash of the gateway's session and the number. */
  key: string
  phone_id: string | null
  /** Everything that was dialled so far, encrypted: a PIN may be in it. */
  dialed: string
  reply: string | null
  state: Json<UssdState> | null
  changed_at: Moment
}

export type UssdSmsTable = {
  id: string
  company_id: string
  kind: UssdSms['kind']
  /** The invoice, or the registered number whose PIN is locked. */
  subject_id: string
  /** E.164. */
  to_phone: string
  language: UssdLanguage
  /** `unknown`: it was handed over, and no answer came; it is not sent again. */
  state: 'waiting' | 'sent' | 'unknown' | 'failed'
  attempts: Generated<number>
  next_attempt_at: Moment
  /** The provider's name for it. */
  provider_id: Generated<string>
  reason: Generated<string>
  created_at: Moment
}
