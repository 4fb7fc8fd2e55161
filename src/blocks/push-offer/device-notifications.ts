import type { NotificationChoices, NotificationEvent } from '#domain/notifications/notification.ts'

/** Whether this device shows notifications while the app is closed. */
export type PushStatus =
  | 'on'
  | 'off'
  /** The person (or the phone) blocks them; only the settings of the browser change that. */
  | 'blocked'
  /** This browser cannot; the app shows notifications only while it is open. */
  | 'impossible'

export type TurnOnOutcome = PushStatus | 'unreachable'

/** Notifications on this device, as screens use them. */
export type DeviceNotifications = {
  status(): Promise<PushStatus>
  /** Asks the browser's permission: call it from a tap. */
  turnOn(): Promise<TurnOnOutcome>
  turnOff(): Promise<void>
  /** Whether the person may still be asked: not yet turned on, and not declined before. */
  mayOffer(): Promise<boolean>
  decline(): Promise<void>
  /** Which notifications the person wants; `undefined` without a connection. */
  readChoices(): Promise<NotificationChoices | undefined>
  choose(event: NotificationEvent, wanted: boolean): Promise<NotificationChoices | undefined>
}
