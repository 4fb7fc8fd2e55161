import { choicesOf, isFor } from '#domain/notifications/notification.ts'
import type { Handlers, RequestContext } from '../../http/handlers.ts'
import { lastChange } from '../../storage/changes.ts'
import { keepChosen, readChosen, readNotifications } from '../../storage/notifications.ts'
import { findDeviceRegistration } from '../../storage/push-registrations.ts'
import { companyScope } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { PushSetup } from './push-setup.ts'
import { type DeviceContext, registerPush, unregisterPush } from './register-push.ts'

/** What a phone shows at once; older ones are in the list of invoices anyway. */
const SHOWN_AT_MOST = 50

type NotificationHandlers = Pick<
  Handlers,
  | 'notifications.settings'
  | 'notifications.choose'
  | 'notifications.register'
  | 'notifications.unregister'
  | 'notifications.read'
>

function onDevice(context: RequestContext): DeviceContext {
  if (context.deviceId === null) throw new Refusal('TOKEN_INVALID')
  return { ...context, deviceId: context.deviceId }
}

/** Calls about what a person is told of, and where. Only those who work for a company are told anything. */
export function createNotificationHandlers(push: PushSetup): NotificationHandlers {
  return {
    'notifications.settings': async (context) => {
      const scope = companyScope(context)
      const { userId, userType } = context.actor
      const { deviceId } = onDevice(context)
      const chosen = await readChosen(context.db, scope, userId)
      return {
        firebase: push.firebase,
        webPushKey: push.webPushKey,
        choices: choicesOf({ userType, chosen }),
        registered: (await findDeviceRegistration(context.db, scope, { userId, deviceId })) !== undefined,
      }
    },
    'notifications.choose': async (context, input) => {
      const scope = companyScope(context)
      const { userId, userType } = context.actor
      const chosen = { ...(await readChosen(context.db, scope, userId)), ...input }
      await keepChosen(context.db, scope, userId, chosen)
      return choicesOf({ userType, chosen })
    },
    'notifications.register': async (context, input) => {
      companyScope(context)
      await registerPush(onDevice(context), push.gateway, input)
      return {}
    },
    'notifications.unregister': async (context) => {
      await unregisterPush(onDevice(context))
      return {}
    },
    'notifications.read': async (context, { after }) => {
      const scope = companyScope(context)
      const { userId, userType } = context.actor
      const upTo = await lastChange(context.db, scope)
      const from = after === undefined ? upTo : Number(after)
      const chosen = await readChosen(context.db, scope, userId)
      const news = await readNotifications(context.db, scope, from, SHOWN_AT_MOST)
      return {
        notifications: news
          .filter((one) => isFor(one, { userId, userType, chosen }))
          .map(({ event, subject, label, at }) => ({ event, subject, label, at })),
        // One that came between the two looks counts as read.
        upTo: String(Math.max(upTo, ...news.map(({ changeId }) => changeId))),
      }
    },
  }
}
