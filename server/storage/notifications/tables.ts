import type { Generated } from 'kysely'
import type { NotificationChoices, NotificationEvent } from '#domain/notifications/notification.ts'
import type { BigInteger, Json, Moment } from '../column-types.ts'

/** Tables of notifications: what happened, where messages are sent, what each user chose; and the mailbox. */

/** Events that users are notified of. */
export type NotificationsTable = {
  company_id: string
  /** The change it came with. */
  change_id: BigInteger
  event: NotificationEvent
  subject: string
  label: string
  operator_id: string | null
  at: Moment
}

/** Where messages for one user on one device are sent, until that ends. */
export type PushRegistrationsTable = {
  id: string
  company_id: string
  user_id: string
  device_id: string
  /** How the device names the account. */
  account: string
  /** SHA-256 of token or endpoint, hex. */
  address_hash: string
  /** The address as JSON, sealed because anyone who has it can send to the device. */
  sealed_address: string
  registered_at: Moment
  /** Notifications up to this change were sent, or were nothing for this user. */
  pushed_up_to: BigInteger
  attempts: Generated<number>
  /** Of the attempts, those that the push service refused. */
  refusals: Generated<number>
  next_attempt_at: Moment | null
  ended_at: Moment | null
  ended_reason: string | null
}

/** Events a user chose to be notified of; a missing one has its default. */
export type NotificationChoicesTable = {
  company_id: string
  user_id: string
  chosen: Json<Partial<NotificationChoices>>
}

/** Single row: the key this server signs Web Push with (P-256). */
export type WebPushKeysTable = {
  id: number
  /** Uncompressed point, base64url. */
  public_key: string
  /** The private number, base64url, sealed. */
  sealed_private_key: string
  made_at: Moment
}

/** Mail of the embedded mailbox. */
export type MailsTable = {
  id: string
  company_id: string | null
  to_address: string
  subject: string
  text: string
  html: string | null
  created_at: Moment
  sent_at: Moment | null
  error: string | null
  attachment: Buffer | null
  attachment_name: string | null
}
