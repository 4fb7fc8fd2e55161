import type { Caller } from '#api/call.ts'
import type { DeviceNotifications } from '#blocks/push-offer/device-notifications.ts'
import { indexMissedInvoices, indexOlderInvoices } from '#data/index-older-invoices.ts'
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
import type { SyncDeps } from '#sync/connection/sync-deps.ts'
import type { SyncTrigger } from '#sync/connection/sync-trigger.ts'
import { type CheckAnswer, checkOutcomes } from '#sync/outbox/check-outcome.ts'
import { startPageTriggers } from '#sync/page-triggers.ts'
import { sendAndReport } from '#sync/send-and-report.ts'
import type { SendReport } from '#sync/send-report.ts'
import { createSyncScheduler } from '#sync/sync-scheduler.ts'
import type { WorkerMessage } from '#sync/worker-messages.ts'
import { deviceConnection } from '#ui/device-connection.ts'
import { startWhenArrived } from './load-until-arrived.ts'
import { pagePorts } from './page-ports.ts'

/** Signing out does not wait longer for a server that does not answer. */
const LOGOUT_TIMEOUT_MS = 1500

export type SyncEngine = {
  requestSync(reason: SyncTrigger): void
  sendNow(): Promise<SendReport>
  checkNow(opId: string): Promise<CheckAnswer>
  readonly call: Caller
  signOut(): Promise<void>
  /** Notifications shown while the app is closed. */
  notifications(): Promise<DeviceNotifications>
  stop(): void
}

/** Background Sync is in no type library and in no browser but Chromium. */
function supportsBackgroundSync(
  registration: object,
): registration is SyncRegistration & PeriodicRegistration {
  return 'sync' in registration
}

/**
 * Lets the browser wake the worker when the connection returns; in other browsers only the page's own triggers
 * remain.
 */
async function registerOneOffSync(accountId: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration && supportsBackgroundSync(registration)) await registerDrain(registration, accountId)
}

/** Lets an installed app send from time to time while it is closed. */
async function registerPeriodicSync(accountId: string): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  if (registration && supportsBackgroundSync(registration)) await registerPeriodic(registration, accountId)
}

/** Pause between two batches of what an update left for later: screens have priority. */
const PAUSE_MS = 30

/** Continues the keys of older invoices where an update of the database stopped. */
async function finishKeyMigration({ db }: Account, stop: AbortSignal): Promise<void> {
  for (const migrateBatch of [indexMissedInvoices, indexOlderInvoices]) {
    while (!stop.aborted && (await migrateBatch(db))) await pagePorts.wait(PAUSE_MS, stop)
  }
}

const SYNC_REQUEST_MESSAGE: WorkerMessage = { type: 'KICK' }

/** The part that calls the server for one account: sends, fetches, signs out. Loaded after the first screen. */
export function startSyncEngine(account: Account, deps: SessionDeps): SyncEngine {
  const stopped = new AbortController()
  const sync: SyncDeps = {
    ports: pagePorts,
    locks: deps.locks,
    call: accountCaller(deps, account),
    owner: pagePorts.newId(),
    connected: () => navigator.onLine,
    connection: deviceConnection,
    isPageClosing: () => document.visibilityState === 'hidden',
  }
  const requestSync = createSyncScheduler(account, sync, {
    stop: stopped.signal,
    registerBackgroundSync: () => void registerOneOffSync(account.id),
  })
  const stopTriggers =
    account.companyId === null
      ? () => undefined
      : startPageTriggers(
          { window, document },
          {
            account,
            deps: sync,
            requestSync,
            wakeWorker: () => navigator.serviceWorker?.controller?.postMessage(SYNC_REQUEST_MESSAGE),
          },
        )
  if (account.companyId !== null) void registerPeriodicSync(account.id).catch(() => undefined)
  // If this is interrupted, the next start continues it.
  void finishKeyMigration(account, stopped.signal).catch(() => undefined)
  const stopFollowingSession = followSession(deps, account)
  const stopParts =
    account.companyId === null
      ? []
      : [
          startWhenArrived(
            () => import('./monitor-storage.ts'),
            ({ monitorStorage }) => monitorStorage(account),
            pagePorts,
          ),
          startWhenArrived(
            () => import('./live-updates.ts'),
            ({ startLiveUpdates }) => startLiveUpdates(account, deps, { call: sync.call, requestSync }),
            pagePorts,
          ),
        ]
  const stop = () => {
    stopTriggers()
    stopFollowingSession()
    for (const stopPart of stopParts) stopPart()
    stopped.abort()
  }
  return {
    requestSync,
    sendNow: () => sendAndReport(account, sync, () => requestSync('timer')),
    checkNow: (opId) => checkOutcomes(account, sync, [opId]),
    call: sync.call,
    signOut: async () => {
      stop()
      // Once unsubscribed, later push messages are not delivered, even when the server cannot be informed.
      const unsubscribed = import('./unsubscribe-if-unused.ts').then(
        ({ leaveNotifications: stopListening }) => stopListening(pagePorts, account.id),
      )
      await Promise.all([
        signOut(deps, account, LOGOUT_TIMEOUT_MS),
        Promise.race([unsubscribed.catch(() => undefined), pagePorts.wait(LOGOUT_TIMEOUT_MS)]),
      ])
    },
    notifications: async () => {
      const { deviceNotifications } = await import('./device-notifications.ts')
      return deviceNotifications(account, sync.call)
    },
    stop,
  }
}
