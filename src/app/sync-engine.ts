import type { Caller } from '#api/call.ts'
import type { DeviceNotifications } from '#blocks/push-ask/device-notifications.ts'
import { guarded } from '#data/guard.ts'
import { keyUnkeyed, rekeyInvoices } from '#data/rekey-invoices.ts'
import type { Account } from '#session/account.ts'
import { accountCaller } from '#session/account-caller.ts'
import { followSession } from '#session/follow-session.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { signOut } from '#session/sign-out.ts'
import {
  type PeriodicRegistration,
  registerDrain,
  registerPeriodic,
  type SyncRegistration,
} from '#sync/background-sync.ts'
import type { SyncDeps } from '#sync/deps.ts'
import { createKick } from '#sync/kick.ts'
import type { KickReason } from '#sync/kick-reason.ts'
import { type CheckAnswer, checkOutcomes } from '#sync/outbox/check-outcome.ts'
import { type SendAnswer, sendAndTell } from '#sync/send-and-tell.ts'
import { startPageTriggers } from '#sync/triggers.ts'
import type { WorkerMessage } from '#sync/worker-messages.ts'
import { deviceLine } from '#ui/device-line.ts'
import { environment } from './environment.ts'

/** Leaving does not wait longer for a server that does not answer: this phone has forgotten the tokens already. */
const LOGOUT_ANSWER_MS = 1500

export type SyncEngine = {
  kick(reason: KickReason): void
  sendNow(): Promise<SendAnswer>
  checkNow(opId: string): Promise<CheckAnswer>
  readonly call: Caller
  signOut(): Promise<void>
  /** What the phone tells while nobody looks. */
  notifications(): Promise<DeviceNotifications>
  stop(): void
}

/** Background Sync is in no type library and in no browser but Chromium. */
function canSync(registration: object): registration is SyncRegistration & PeriodicRegistration {
  return 'sync' in registration
}

/** Lets the browser wake the worker when the line returns; the page's own triggers remain where it cannot. */
async function wakeWorkerLater(accountId: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration && canSync(registration)) await registerDrain(registration, accountId)
}

/** Lets an installed app send now and then although nobody opens it. */
async function wakeWorkerDaily(accountId: string): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  if (registration && canSync(registration)) await registerPeriodic(registration, accountId)
}

/** Between two pieces of what an update left for later: screens come first. */
const BREATH_MS = 30

/** Goes on with the keys of older invoices where an update of the database left off. */
async function finishKeys({ db }: Account, stop: AbortSignal): Promise<void> {
  for (const piece of [keyUnkeyed, rekeyInvoices]) {
    while (!stop.aborted && (await guarded(db, () => piece(db)))) await environment.wait(BREATH_MS, stop)
  }
}

const KICK_WORKER: WorkerMessage = { type: 'KICK' }

/** The part that talks to the server for one account: sends, fetches, signs out. Loaded after the first screen. */
export function startSyncEngine(account: Account, deps: SessionDeps): SyncEngine {
  const stopped = new AbortController()
  const sync: SyncDeps = {
    ports: environment,
    locks: deps.locks,
    call: accountCaller(deps, account),
    owner: environment.newId(),
    connected: () => navigator.onLine,
    line: deviceLine,
    leaving: () => document.visibilityState === 'hidden',
    notify: () => undefined,
  }
  const kick = createKick(account, sync, {
    stop: stopped.signal,
    wakeLater: () => void wakeWorkerLater(account.id),
  })
  const stopTriggers =
    account.companyId === null
      ? () => undefined
      : startPageTriggers(
          { window, document },
          {
            account,
            deps: sync,
            kick,
            handOver: () => navigator.serviceWorker?.controller?.postMessage(KICK_WORKER),
          },
        )
  if (account.companyId !== null) void wakeWorkerDaily(account.id).catch(() => undefined)
  // The next start goes on when this one is cut short.
  void finishKeys(account, stopped.signal).catch(() => undefined)
  const stopFollowing = followSession(deps, account)
  let stopNews = () => undefined as unknown
  let stopGuard = () => undefined as unknown
  if (account.companyId !== null) {
    import('./guard-storage.ts').then(
      ({ guardStorage }) => {
        if (!stopped.signal.aborted) stopGuard = guardStorage(account)
      },
      () => undefined,
    )
    import('./live-news.ts').then(
      ({ startLiveNews }) => {
        if (!stopped.signal.aborted) stopNews = startLiveNews(account, deps, { call: sync.call, kick })
      },
      () => undefined,
    )
  }
  const stop = () => {
    stopTriggers()
    stopFollowing()
    stopNews()
    stopGuard()
    stopped.abort()
  }
  return {
    kick,
    sendNow: () => sendAndTell(account, sync, () => kick('timer')),
    checkNow: (opId) => checkOutcomes(account, sync, [opId]),
    call: sync.call,
    signOut: async () => {
      stop()
      const leaving = signOut(deps, account)
      // What is still sent to this browser arrives nowhere, also when the server cannot be told.
      const deaf = import('./stop-listening.ts').then(({ stopListening }) =>
        stopListening(environment, account.id),
      )
      await Promise.race([
        Promise.all([leaving, deaf.catch(() => undefined)]),
        environment.wait(LOGOUT_ANSWER_MS),
      ])
    },
    notifications: async () => {
      const { deviceNotifications } = await import('./device-notifications.ts')
      return deviceNotifications(account, sync.call)
    },
    stop,
  }
}
