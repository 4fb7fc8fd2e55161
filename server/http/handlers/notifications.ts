import { choicesOf, notificationFilter } from '#domain/notifications/notification.ts'
import { Refusal } from '../../ports/refusal.ts'
import { companyScope } from '../../services/context.ts'
import { chooseNotifications } from '../../services/notifications/choose-notifications.ts'
import type { PushSetup } from '../../services/notifications/push-setup.ts'
import {
  type DeviceContext,
  registerPush,
  unregisterPush,
} from '../../services/notifications/register-push.ts'
import { getNotificationChoices, listNotifications } from '../../storage/notifications/notifications.ts'
import { findPushRegistration } from '../../storage/notifications/push-registrations.ts'
import { getLastChangeId } from '../../storage/sync/changes.ts'
import type { Handlers, RequestContext } from './handler-types.ts'

/** What a phone shows at once; older ones are in the list of invoices anyway. */
const MAX_SHOWN = 50

type NotificationHandlers = Pick<
  Handlers,
  | 'notifications.settings'
  | 'notifications.choose'
  | 'notifications.register'
  | 'notifications.unregister'
  | 'notifications.read'
>

function requireDevice(context: RequestContext): DeviceContext {
  if (context.deviceId === null) throw new Refusal('TOKEN_INVALID')
  return { ...context, deviceId: context.deviceId }
}

/** Endpoints for the notifications of a user and the devices that get them. Only users of a company get any. */
export function createNotificationHandlers(push: PushSetup): NotificationHandlers {
  return {
    'notifications.settings': async (context) => {
      const scope = companyScope(context)
      const { rights } = context
      const { userId, userType } = context.actor
      const { deviceId } = requireDevice(context)
      const choices = await getNotificationChoices(context.db, scope, userId)
      return {
        firebase: push.firebase,
        webPushKey: push.webPushKey,
        choices: choicesOf({ userType, rights, choices }),
        registered: (await findPushRegistration(context.db, scope, { userId, deviceId })) !== undefined,
      }
    },
    'notifications.choose': async (context, input) => {
      return await chooseNotifications(context, input)
    },
    'notifications.register': async (context, input) => {
      companyScope(context)
      await registerPush(requireDevice(context), push.gateway, input)
      return {}
    },
    'notifications.unregister': async (context) => {
      await unregisterPush(requireDevice(context))
      return {}
    },
    'notifications.read': async (context, { after }) => {
      const scope = companyScope(context)
      const { rights } = context
      const { userId, userType } = context.actor
      const upTo = await getLastChangeId(context.db, scope)
      const from = after === undefined ? upTo : Number(after)
      const choices = await getNotificationChoices(context.db, scope, userId)
      const filter = notificationFilter({ userId, userType, rights, choices })
      const notifications = await listNotifications(context.db, scope, filter, from, MAX_SHOWN)
      return {
        notifications: notifications.map(({ event, subject, label, at }) => ({ event, subject, label, at })),
        // One that came between the two looks counts as read.
        upTo: String(Math.max(upTo, ...notifications.map(({ changeId }) => changeId))),
      }
    },
  }
}
