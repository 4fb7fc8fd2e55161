import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import {
  chooseNotificationsSchema,
  notificationChoicesSchema,
  notificationSettingsSchema,
  notificationsAnswerSchema,
  readNotificationsSchema,
  registerPushSchema,
} from './notifications.ts'

/** Notifications: a person's choices and devices. */
export const notificationEndpoints = {
  'notifications.settings': endpoint({
    method: 'GET',
    path: '/v1/accounting/notifications/settings',
    input: v.object({}),
    output: notificationSettingsSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'notifications.choose': endpoint({
    method: 'POST',
    path: '/v1/accounting/notifications/choices',
    input: chooseNotificationsSchema,
    output: notificationChoicesSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'notifications.register': endpoint({
    method: 'POST',
    path: '/v1/accounting/notifications/register',
    input: registerPushSchema,
    output: v.object({}),
    refusals: ['PUSH_ADDRESS_REFUSED'],
    access: 'signed-in',
  }),
  'notifications.unregister': endpoint({
    method: 'POST',
    path: '/v1/accounting/notifications/unregister',
    input: v.object({}),
    output: v.object({}),
    refusals: [],
    access: 'signed-in',
  }),
  'notifications.read': endpoint({
    method: 'GET',
    path: '/v1/accounting/notifications',
    input: readNotificationsSchema,
    output: notificationsAnswerSchema,
    refusals: [],
    access: 'signed-in',
  }),
}
