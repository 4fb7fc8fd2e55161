import type { Caller } from '#api/call.ts'
import type { Account } from '#session/account.ts'
import { accountCaller } from '#session/account-caller.ts'
import { followSession } from '#session/follow-session.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { signOut } from '#session/sign-out.ts'
import { registerDrain, type SyncRegistration } from '#sync/background-sync.ts'
import type { SyncDeps } from '#sync/deps.ts'
import { createKick } from '#sync/kick.ts'
import type { KickReason } from '#sync/kick-reason.ts'
import { sendNow } from '#sync/run-sync.ts'
import { startPageTriggers } from '#sync/triggers.ts'
import { environment } from './environment.ts'

/** Leaving does not wait longer for a server that does not answer: this phone has forgotten the tokens already. */
const LOGOUT_ANSWER_MS = 1500

export type SyncEngine = {
  kick(reason: KickReason): void
  sendNow(): Promise<void>
  readonly call: Caller
  signOut(): Promise<void>
  stop(): void
}

/** Background Sync is in no type library and in no browser but Chromium. */
function canSync(registration: object): registration is SyncRegistration {
  return 'sync' in registration
}

/** Lets the browser wake the worker when the line returns; the page's own triggers remain where it cannot. */
async function wakeWorkerLater(accountId: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration && canSync(registration)) await registerDrain(registration, accountId)
}

/** The part that talks to the server for one account: sends, fetches, signs out. Loaded after the first screen. */
export function startSyncEngine(account: Account, deps: SessionDeps): SyncEngine {
  const stopped = new AbortController()
  const sync: SyncDeps = {
    ports: environment,
    locks: deps.locks,
    call: accountCaller(deps, account),
    owner: environment.newId(),
    connected: () => navigator.onLine,
    notify: () => undefined,
  }
  const kick = createKick(account, sync, {
    stop: stopped.signal,
    wakeLater: () => void wakeWorkerLater(account.id),
  })
  const stopTriggers =
    account.companyId === null
      ? () => undefined
      : startPageTriggers({ window, document }, { account, deps: sync, kick })
  const stopFollowing = followSession(deps, account)
  const stop = () => {
    stopTriggers()
    stopFollowing()
    stopped.abort()
  }
  return {
    kick,
    call: sync.call,
    sendNow: async () => {
      await sendNow(account, sync)
    },
    signOut: async () => {
      stop()
      await Promise.race([signOut(deps, account), environment.wait(LOGOUT_ANSWER_MS)])
    },
    stop,
  }
}
