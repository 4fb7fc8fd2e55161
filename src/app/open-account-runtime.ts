import type { Caller } from '#api/call.ts'
import type { Session } from '#contract/session.ts'
import { findMetas } from '#data/meta.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import type { UsageEvent } from '#domain/analytics/usage.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import type { OpenedAccount } from '#routes/-route-context.ts'
import { type Account, openAccount } from '#session/account.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import type { SyncTrigger } from '#sync/connection/sync-trigger.ts'
import type { WorkerMessage } from '#sync/worker-messages.ts'
import { onIdle } from '#ui/on-idle.ts'
import type { UsageStatistics } from './analytics/create-usage.ts'
import { startWhenArrived } from './load-until-arrived.ts'
import { pagePorts } from './page-ports.ts'
import type { SyncEngine } from './sync-engine.ts'

export type AccountRuntime = OpenedAccount & { readonly stop: () => void }

/**
 * Opens what this phone stores of a signed-in person. The usual start needs nothing else; when the browser dropped
 * the database, the tokens of local storage restore the session from the server.
 */
async function openLocalAccount(
  deps: SessionDeps,
  user: CurrentUser,
): Promise<{ readonly account: Account; readonly session: Session } | null> {
  try {
    const account = await openAccount(deps.ports, user.company_id, user.id)
    const [session, tokens, pin] = await findMetas(account.db, ['session', 'tokens', 'pin'])
    if (session && tokens && !(pin && (await lockIfLeftAlone(deps, account)))) return { account, session }
    account.db.close()
    const { currentSession } = await import('#session/current-session.ts')
    const current = await currentSession(deps)
    if (current.kind === 'not-stored') throw new Error(current.code)
    return current.kind === 'signed-in' ? current : null
  } catch (error) {
    if (error instanceof DeviceStorageFailure) throw new Error(error.code)
    throw error
  }
}

/** An app that starts after long inactivity is locked before anything is shown. */
async function lockIfLeftAlone(deps: SessionDeps, account: Account): Promise<boolean> {
  const { lockAfterIdle: lockIfAway } = await import('#session/lock-account.ts')
  return lockIfAway(deps, account)
}

/** Starts a part once the first screen is shown; one that does not arrive is asked for again. */
function startOnceIdle<T>(
  load: () => Promise<T>,
  start: (part: T) => () => void,
  withoutIt?: () => void,
): () => void {
  let stop: () => void = () => undefined
  const cancel = onIdle(() => {
    stop = startWhenArrived(load, start, { wait: pagePorts.wait, ...(withoutIt ? { withoutIt } : {}) })
  })
  return () => {
    cancel()
    stop()
  }
}

/** Locks the page after inactivity; small, and rarely needed at the start. */
function lazyIdleLock(account: Account, deps: SessionDeps): () => void {
  return startOnceIdle(
    () => import('./idle-lock.ts'),
    ({ startIdleLock }) => startIdleLock(deps, account),
  )
}

const SYNC_REQUEST: WorkerMessage = { type: 'KICK' }

/** The worker has a program of its own, which sends what is unsent. */
function wakeWorker(): void {
  navigator.serviceWorker?.controller?.postMessage(SYNC_REQUEST)
}

/** Starts the engine once the first screen is shown (`atOnce`), or with the first call that needs it. */
function lazyEngine(account: Account, deps: SessionDeps, atOnce: boolean) {
  let starting: Promise<SyncEngine> | undefined
  let stopped = false
  const start = (): Promise<SyncEngine> => {
    starting ??= import('./sync-engine.ts').then(({ startSyncEngine }) => {
      const started = startSyncEngine(account, deps)
      if (stopped) started.stop()
      return started
    })
    // A part that could not be loaded (offline before everything was stored) is requested again next time.
    starting.catch(() => {
      starting = undefined
    })
    return starting
  }
  const stopWaiting = atOnce ? startOnceIdle(start, () => () => undefined, wakeWorker) : undefined
  const call: Caller = async (name, input, options) => (await start()).call(name, input, options)
  return {
    requestSync: (reason: SyncTrigger) => {
      start().then(
        (started) => started.requestSync(reason),
        () => undefined,
      )
    },
    sendNow: async () => (await start()).sendNow(),
    checkNow: async (opId: string) => (await start()).checkNow(opId),
    call,
    signOut: async () => (await start()).signOut(),
    notifications: async () => (await start()).notifications(),
    stop: () => {
      stopped = true
      stopWaiting?.()
      starting?.then(
        (started) => started.stop(),
        () => undefined,
      )
    },
  }
}

/** Usage statistics of a person: not even their code is loaded before that person has agreed. */
function lazyUsageStatistics(account: Account, { user }: Session, call: Caller) {
  let loading: Promise<UsageStatistics> | undefined
  const load = () => {
    loading ??= import('./analytics/device-usage.ts').then(({ usageStatistics: usage }) => usage)
    return loading
  }
  const trackIfAgreed = async (event: UsageEvent) => {
    const agreed = (await findMetas(account.db, ['usage']))[0]
    if (agreed) (await load()).track(account, user, agreed.setup, event)
  }
  return {
    track: (event: UsageEvent) => {
      // Statistics must not disturb the app.
      trackIfAgreed(event).catch(() => undefined)
    },
    usage: async () => (await load()).consent(account, call),
    stop: () => {
      loading?.then(
        (usage) => usage.stop(),
        () => undefined,
      )
    },
  }
}

/** Opens the runtime of a signed-in person on this phone; `null` when no session is found. */
export async function openAccountRuntime(
  deps: SessionDeps,
  user: CurrentUser,
): Promise<AccountRuntime | null> {
  const local = await openLocalAccount(deps, user)
  if (!local) return null
  const { account, session } = local
  // Administrators have no company to sync; a user who must change the password may do nothing before that.
  const engine = lazyEngine(account, deps, account.companyId !== null && !session.mustChangePassword)
  const stopIdleLock = lazyIdleLock(account, deps)
  const statistics = lazyUsageStatistics(account, session, engine.call)
  return {
    session,
    stop: () => {
      stopIdleLock()
      statistics.stop()
      engine.stop()
    },
    appContext: {
      account,
      commands: { ports: pagePorts, requestSync: engine.requestSync },
      sendNow: engine.sendNow,
      checkNow: engine.checkNow,
      call: engine.call,
      openFile: async (file) => (await import('./open-file.ts')).openAccountFile(deps, account, file),
      signOut: engine.signOut,
      pin: async () => (await import('./pin-service.ts')).createPinService(deps, account),
      approve: async (owner, pin) =>
        (await import('#session/approve-by-pin.ts')).approveByPin(deps, account, owner, pin),
      people: async () => (await import('#session/device-users.ts')).listDeviceUsers(pagePorts),
      notifications: engine.notifications,
      trackUsage: statistics.track,
      usage: statistics.usage,
    },
  }
}
