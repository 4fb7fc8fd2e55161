import type { Caller } from '#api/call.ts'
import type { DeviceNotifications, PushStatus } from '#blocks/push-offer/device-notifications.ts'
import type { PushAddress } from '#contract/notifications.ts'
import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'
import { type PushDeps, type PushServer, registerPush, unregisterPush } from '#session/push-registration.ts'
import { pagePorts } from './page-ports.ts'
import { canPush, subscribePush } from './subscribe-push.ts'
import { unsubscribeIfUnused } from './unsubscribe-if-unused.ts'

export function pushDeps(call: Caller): PushDeps {
  return { call, wait: pagePorts.wait, subscribe: (server) => subscribePush(server) }
}

async function subscribeForPerson(server: PushServer): Promise<PushAddress> {
  const { loadModuleAgain } = await import('#ui/load-module-again.ts')
  return await subscribePush(server, loadModuleAgain)
}

/** Whether messages for an account reach this device, as far as this device knows. */
export async function readPushStatus({ db, companyId }: Account): Promise<PushStatus> {
  if (!canPush() || companyId === null) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  const registered = await findMeta(db, 'push')
  return registered && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Notifications of one account on this device. */
export function deviceNotifications(account: Account, call: Caller): DeviceNotifications {
  const { db } = account
  return {
    status: () => readPushStatus(account),
    async turnOn() {
      if (!canPush()) return 'impossible'
      const permission = await Notification.requestPermission()
      if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
      const outcome = await registerPush(account, { ...pushDeps(call), subscribe: subscribeForPerson })
      if (outcome === 'on') await deleteMeta(db, 'push-declined')
      return outcome
    },
    async turnOff() {
      await unregisterPush(account, call)
      await unsubscribeIfUnused(pagePorts, account.id).catch(() => undefined)
    },
    async mayOffer() {
      const declined = await findMeta(db, 'push-declined')
      return declined !== true && (await readPushStatus(account)) === 'off'
    },
    decline: () => upsertMeta(db, 'push-declined', true),
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
