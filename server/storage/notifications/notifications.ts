import type {
  CompanyNotification,
  NotificationChoices,
  NotificationFilter,
} from '#domain/notifications/notification.ts'
import { parseInteger, parseMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

type StoredNotification = CompanyNotification & { readonly changeId: number }

/** Inserts the notifications of the changes up to `changeId`; to be called in the transaction of those changes. */
export async function insertNotifications(
  db: Db,
  scope: CompanyScope,
  notifications: readonly CompanyNotification[],
  changeId: number,
): Promise<void> {
  await db
    .insertInto('notifications')
    .values(
      notifications.map(({ event, subject, label, operatorId, at }) => ({
        company_id: scope.companyId,
        change_id: String(changeId),
        event,
        subject,
        label,
        operator_id: operatorId,
        at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The newest `limit` notifications for a person after a change, oldest first. Issued invoices give way to what asks for
 * an action: many are issued in an hour.
 */
export async function listNotifications(
  db: Db,
  scope: CompanyScope,
  { events, operatorId }: NotificationFilter,
  after: number,
  limit: number,
): Promise<StoredNotification[]> {
  if (events.length === 0) return []
  let query = db
    .selectFrom('notifications')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('change_id', '>', String(after))
    .where('event', 'in', events)
  if (operatorId !== null) {
    query = query.where((where) =>
      where.or([where('operator_id', 'is', null), where('operator_id', '=', operatorId)]),
    )
  }
  const newest = query.orderBy('change_id', 'desc')
  // Read apart, so that neither read goes on behind its limit.
  const others = await newest.where('event', '<>', 'invoice-issued').limit(limit).execute()
  const room = limit - others.length
  const issued = room > 0 ? await newest.where('event', '=', 'invoice-issued').limit(room).execute() : []
  const rows = [...others, ...issued]
  const found = rows.map((row) => ({
    event: row.event,
    subject: row.subject,
    label: row.label,
    operatorId: row.operator_id,
    at: parseMoment(row.at),
    changeId: parseInteger(row.change_id),
  }))
  return found.sort((a, b) => a.changeId - b.changeId)
}

/** The choices of a user; empty before the first one. */
export async function getNotificationChoices(
  db: Db,
  scope: CompanyScope,
  userId: string,
): Promise<Partial<NotificationChoices>> {
  const row = await db
    .selectFrom('notification_choices')
    .select('chosen')
    .where('company_id', '=', scope.companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.chosen ?? {}
}

export async function upsertNotificationChoices(
  db: Db,
  scope: CompanyScope,
  userId: string,
  choices: Partial<NotificationChoices>,
): Promise<void> {
  const text = JSON.stringify(choices)
  await db
    .insertInto('notification_choices')
    .values({ company_id: scope.companyId, user_id: userId, chosen: text })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet({ chosen: text }))
    .execute()
}
