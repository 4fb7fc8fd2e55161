import { type Selectable, sql } from 'kysely'
import type { NotificationChoices } from '#domain/notifications/notification.ts'
import { type OperatorRights, rightsOf } from '#domain/permissions/operator-rights.ts'
import type { UserType } from '#domain/users/user.ts'
import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { PushRegistrationsTable } from './tables.ts'

type Row = Selectable<PushRegistrationsTable>
type Device = { readonly userId: string; readonly deviceId: string }

/** Why a registration ended. */
export type EndReason = 'log-out' | 'replaced' | 'gone' | 'refused' | 'session-ended' | 'person'

/** A registration that is due, with the status of its user. */
export type DueRegistration = {
  readonly id: string
  readonly userId: string
  readonly userType: UserType
  readonly rights: OperatorRights
  readonly deviceId: string
  readonly account: string
  readonly encryptedAddress: string
  readonly pushedUpTo: number
  /** Failed tries in a row, and how many of them the push service refused. */
  readonly attempts: number
  readonly refusals: number
  readonly choices: Partial<NotificationChoices>
  /** Whether the user may still work and is still signed in on that device. */
  readonly mayReceive: boolean
}

/** Registers a device for its user and replaces its earlier registration. */
export async function insertPushRegistration(
  db: Db,
  scope: CompanyScope,
  registration: Pick<
    Row,
    'id' | 'user_id' | 'device_id' | 'account' | 'address_hash' | 'sealed_address' | 'registered_at'
  > & { readonly pushedUpTo: number },
): Promise<void> {
  const { pushedUpTo, ...row } = registration
  await db
    .insertInto('push_registrations')
    .values({
      ...row,
      company_id: scope.companyId,
      pushed_up_to: String(pushedUpTo),
      next_attempt_at: null,
      ended_at: null,
      ended_reason: null,
    })
    .execute()
}

/**
 * Ends every registration of the same browser, of any account: the browser belongs to the user who signed in last.
 * Who calls this has shown the address, which is secret.
 */
export async function endPushRegistrationsByAddress(db: Db, addressHash: string, at: string): Promise<void> {
  const end = { ended_at: at, ended_reason: 'replaced' satisfies EndReason }
  await db
    .updateTable('push_registrations')
    .set(end)
    .where('address_hash', '=', addressHash)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the registration of a user on a device. */
export async function endPushRegistration(
  db: Db,
  scope: CompanyScope,
  { userId, deviceId }: Device,
  end: { readonly at: string; readonly reason: EndReason },
): Promise<void> {
  await db
    .updateTable('push_registrations')
    .set({ ended_at: end.at, ended_reason: end.reason })
    .where('company_id', '=', scope.companyId)
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The address hash a user's device is registered under, `undefined` when it is not. */
export async function findPushRegistration(
  db: Db,
  scope: CompanyScope,
  { userId, deviceId }: Device,
): Promise<{ id: string; addressHash: string; account: string } | undefined> {
  const row = await db
    .selectFrom('push_registrations')
    .select(['id', 'address_hash', 'account'])
    .where('company_id', '=', scope.companyId)
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row && { id: row.id, addressHash: row.address_hash, account: row.account }
}

/**
 * Companies with notifications that a registered device is to hear of now. With `since`, those with one after it only: these
 * are found by their time, and no other device is read.
 */
export async function listCompaniesToPush(db: Db, now: string, since?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('push_registrations as r')
    .select('r.company_id')
    .distinct()
    .where('r.ended_at', 'is', null)
    .where((where) =>
      where.or([where('r.next_attempt_at', 'is', null), where('r.next_attempt_at', '<=', now)]),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('notifications as n')
          .select('n.company_id')
          .whereRef('n.company_id', '=', 'r.company_id')
          .whereRef('n.change_id', '>', 'r.pushed_up_to')
          .$if(since !== undefined, (recent) => recent.where('n.at', '>=', since ?? now)),
      ),
    )
    .execute()
  return rows.map((row) => row.company_id)
}

/** Registrations of a company whose pause is over, at most `limit`. */
export async function listDueRegistrations(
  db: Db,
  scope: CompanyScope,
  now: string,
  limit: number,
): Promise<DueRegistration[]> {
  const { rows } = await sql<{
    id: string
    user_id: string
    user_type: UserType
    rights: OperatorRights | null
    device_id: string
    account: string
    sealed_address: string
    pushed_up_to: string
    attempts: number
    refusals: number
    chosen: Partial<NotificationChoices> | null
    may_hear: boolean
  }>`
    select r.id, r.user_id, u.user_type, u.rights, r.device_id, r.account, r.sealed_address, r.pushed_up_to, r.attempts,
      r.refusals, p.chosen,
      u.status = 'active' and u.company_id = r.company_id and c.active and o.active and exists (
        select 1 from refresh_tokens t
        where t.user_id = r.user_id and t.device_id = r.device_id and t.revoked_at is null and t.expires_at > ${now}
      ) as may_hear
    from push_registrations r
    join users u on u.id = r.user_id
    join companies c on c.id = r.company_id
    join organizations o on o.id = c.organization_id
    left join notification_choices p on p.company_id = r.company_id and p.user_id = r.user_id
    where r.company_id = ${scope.companyId} and r.ended_at is null
      and (r.next_attempt_at is null or r.next_attempt_at <= ${now})
      and r.pushed_up_to < (
        select coalesce(max(n.change_id), 0) from notifications n where n.company_id = ${scope.companyId}
      )
    order by r.id limit ${limit}
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    userType: row.user_type,
    rights: rightsOf(row.user_type, row.rights),
    deviceId: row.device_id,
    account: row.account,
    encryptedAddress: row.sealed_address,
    pushedUpTo: parseInteger(row.pushed_up_to),
    attempts: row.attempts,
    refusals: row.refusals,
    choices: row.chosen ?? {},
    mayReceive: row.may_hear,
  }))
}

/** Stores the outcome of sending to a registration: notified up to a change, to be retried later, or ended. */
export async function updatePushOutcome(
  db: Db,
  scope: CompanyScope,
  id: string,
  outcome:
    | { readonly kind: 'told'; readonly upTo: number; readonly nextAt: string | null }
    | {
        readonly kind: 'later'
        readonly attempts: number
        readonly refusals: number
        readonly nextAt: string
      }
    | { readonly kind: 'ended'; readonly at: string; readonly reason: EndReason },
): Promise<void> {
  const change =
    outcome.kind === 'told'
      ? { pushed_up_to: String(outcome.upTo), attempts: 0, refusals: 0, next_attempt_at: outcome.nextAt }
      : outcome.kind === 'later'
        ? { attempts: outcome.attempts, refusals: outcome.refusals, next_attempt_at: outcome.nextAt }
        : { ended_at: outcome.at, ended_reason: outcome.reason }
  await db
    .updateTable('push_registrations')
    .set(change)
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

type StoredWebPushKeys = { readonly publicKey: string; readonly encryptedPrivateKey: string }

/** The server's key pair for Web Push: the stored one, else `candidate`. Processes that start together get the same. */
export async function getOrInsertWebPushKeys(
  db: Db,
  candidate: StoredWebPushKeys & { readonly at: string },
): Promise<StoredWebPushKeys> {
  await db
    .insertInto('web_push_keys')
    .values({
      id: 1,
      public_key: candidate.publicKey,
      sealed_private_key: candidate.encryptedPrivateKey,
      made_at: candidate.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const row = await db
    .selectFrom('web_push_keys')
    .select(['public_key', 'sealed_private_key'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return { publicKey: row.public_key, encryptedPrivateKey: row.sealed_private_key }
}
