import {
  choicesOf,
  mayBeNotified,
  NOTIFICATION_EVENTS,
  type NotificationChoices,
} from '#domain/notifications/notification.ts'
import { Refusal } from '../../ports/refusal.ts'
import {
  getNotificationChoices,
  upsertNotificationChoices,
} from '../../storage/notifications/notifications.ts'
import { companyScope, type ServiceContext } from '../context.ts'

/**
 * Stores which notifications a person wants and returns all the choices. Refuses with `FORBIDDEN` to switch one on
 * that the rights of the person do not cover.
 */
export async function chooseNotifications(
  context: ServiceContext,
  chosen: Partial<NotificationChoices>,
): Promise<NotificationChoices> {
  const { db, rights } = context
  const { userId, userType } = context.actor
  if (NOTIFICATION_EVENTS.some((event) => chosen[event] === true && !mayBeNotified(event, rights)))
    throw new Refusal('FORBIDDEN')
  const scope = companyScope(context)
  const choices = { ...(await getNotificationChoices(db, scope, userId)), ...chosen }
  await upsertNotificationChoices(db, scope, userId, choices)
  return choicesOf({ userType, rights, choices })
}
