import type { CompanyNews, NotificationChoices } from '#domain/notifications/notification.ts'
import type { Db } from '../services/context.ts'
import { momentOf, wholeNumber } from './row-values.ts'
import type { CompanyScope } from './scope.ts'

type KeptNews = CompanyNews & { readonly changeId: number }

/** Keeps what people are told about the changes up to `changeId`; call it in the transaction that made them. */
export async function keepNotifications(
  db: Db,
  scope: CompanyScope,
  news: readonly CompanyNews[],
  changeId: number,
): Promise<void> {
  await db
    .insertInto('notifications')
    .values(
      news.map(({ event, subject, label, operatorId, at }) => ({
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

/** The newest `limit` notifications after a change, oldest first. */
export async function readNotifications(
  db: Db,
  scope: CompanyScope,
  after: number,
  limit: number,
): Promise<KeptNews[]> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('change_id', '>', String(after))
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse().map((row) => ({
    event: row.event,
    subject: row.subject,
    label: row.label,
    operatorId: row.operator_id,
    at: momentOf(row.at),
    changeId: wholeNumber(row.change_id),
  }))
}

/** Removes what nobody needs to hear of any more. */
export async function forgetNotifications(db: Db, scope: CompanyScope, before: string): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('company_id', '=', scope.companyId)
    .where('at', '<', before)
    .execute()
}

/** What a person chose; empty before the first choice. */
export async function readChosen(
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

export async function keepChosen(
  db: Db,
  scope: CompanyScope,
  userId: string,
  chosen: Partial<NotificationChoices>,
): Promise<void> {
  const text = JSON.stringify(chosen)
  await db
    .insertInto('notification_choices')
    .values({ company_id: scope.companyId, user_id: userId, chosen: text })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet({ chosen: text }))
    .execute()
}
