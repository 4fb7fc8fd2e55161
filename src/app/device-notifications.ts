import type { Caller } from '#api/call.ts'
import type { DeviceNotifications, PushStanding } from '#blocks/push-ask/device-notifications.ts'
import { guarded } from '#data/guard.ts'
import { readMeta, removeMeta, writeMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import { type PushDeps, registerPush, unregisterPush } from '#session/push-registration.ts'
import { environment } from './environment.ts'
import { stopListening } from './stop-listening.ts'
import { canPush, subscribePush } from './subscribe-push.ts'

export function pushDeps(call: Caller): PushDeps {
  return { call, wait: environment.wait, subscribe: subscribePush }
}

/** Whether messages for an account reach this device, as far as this device knows. */
export async function pushStanding({ db, companyId }: Account): Promise<PushStanding> {
  if (!canPush() || companyId === null) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  const wanted = await guarded(db, () => readMeta(db, 'push'))
  return wanted && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Notifications of one account on this device. */
export function deviceNotifications(account: Account, call: Caller): DeviceNotifications {
  const { db } = account
  return {
    standing: () => pushStanding(account),
    async turnOn() {
      if (!canPush()) return 'impossible'
      const permission = await Notification.requestPermission()
      if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
      const outcome = await registerPush(account, pushDeps(call))
      if (outcome === 'on') await guarded(db, () => removeMeta(db, 'push-declined'))
      return outcome
    },
    async turnOff() {
      await unregisterPush(account, call)
      await stopListening(environment, account.id).catch(() => undefined)
    },
    async mayAsk() {
      const declined = await guarded(db, () => readMeta(db, 'push-declined'))
      return declined !== true && (await pushStanding(account)) === 'off'
    },
    decline: () => guarded(db, () => writeMeta(db, 'push-declined', true)),
    async readChoices() {
      const outcome = await call('notifications.settings', {})
      return outcome.kind === 'answered' ? outcome.value.choices : undefined
    },
    async choose(event, wanted) {
      const outcome = await call('notifications.choose', { [event]: wanted })
      return outcome.kind === 'answered' ? outcome.value : undefined
    },
  }
}
