import type { Ports } from '#data/ports.ts'
import type { Account } from '#session/account.ts'
import { accountCaller } from '#session/account-caller.ts'
import { followSession } from '#session/follow-session.ts'
import { lockAccount } from '#session/lock-account.ts'
import { browserLocks } from '#session/locks.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { signOut } from '#session/sign-out.ts'
import type { SyncDeps } from '#sync/connection/sync-deps.ts'
import type { SyncTrigger } from '#sync/connection/sync-trigger.ts'
import type { CommandDeps } from '#sync/outbox/command-result.ts'
import { startPageTriggers } from '#sync/page-triggers.ts'
import { createSyncScheduler } from '#sync/sync-scheduler.ts'
import type { Actor } from './actor.ts'
import type { Host } from './phone-environment.ts'

/** What the code of one tab, or of a worker, is lent by its phone. */
export function portsOf(phone: Host, actor: Actor): Ports {
  const { scheduler } = phone.environment
  return {
    clock: { now: () => Math.floor(phone.now()) },
    random: () => actor.chance.next(),
    newId: () => actor.chance.id(Math.max(0, phone.now())),
    wait: (ms, signal) => scheduler.wait(actor, ms, signal),
  }
}

export function sessionDepsOf(phone: Host, actor: Actor, isPage: boolean): SessionDeps {
  return {
    ports: portsOf(phone, actor),
    prefix: 'http://risiti.test',
    fetch: phone.environment.network.fetchOf({ actor, phone: phone.name, conditions: phone.conditions }),
    locks: browserLocks(phone.locks?.of(actor)),
    local: isPage ? phone.localSession : null,
    onEvent: (event) => {
      if (isPage && event === 'refresh-refused' && actor.alive) phone.sessionEnded()
    },
  }
}

/** A page that shows one account, as the app composes it: triggers, kicks, commands. */
export class Tab {
  readonly actor: Actor
  readonly phone: Host
  readonly account: Account
  readonly deps: SessionDeps
  readonly sync: SyncDeps
  readonly commands: CommandDeps
  readonly requestSync: (reason: SyncTrigger) => void
  readonly #stopped = new AbortController()
  readonly #window = new EventTarget()
  readonly #document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  readonly #stopTriggers: () => void
  readonly #stopFollowing: () => void

  constructor(phone: Host, actor: Actor, account: Account, deps: SessionDeps) {
    this.phone = phone
    this.actor = actor
    this.account = account
    this.deps = deps
    this.sync = {
      ports: deps.ports,
      locks: deps.locks,
      call: accountCaller(deps, account),
      owner: deps.ports.newId(),
      connected: () => phone.onLine,
    }
    const wakeLater = () => phone.scheduleWorkerWake(account.id)
    const scheduleSync = createSyncScheduler(account, this.sync, {
      stop: this.#stopped.signal,
      registerBackgroundSync: wakeLater,
      onError: (error) => phone.environment.trouble(error),
    })
    // An attempt without any network would count as sent; a start also looks at what is on this phone.
    this.requestSync = (reason) => {
      if (phone.onLine || reason === 'person' || reason === 'start') scheduleSync(reason)
      else if (reason === 'enqueued') wakeLater()
    }
    this.commands = { ports: deps.ports, requestSync: this.requestSync }
    this.#stopTriggers = startPageTriggers(
      { window: this.#window, document: this.#document },
      { account, deps: this.sync, requestSync: this.requestSync },
    )
    this.#stopFollowing = followSession(deps, account)
  }

  /** An event of the browser: the connection is back, the page is visible again. */
  dispatch(name: 'online' | 'focus' | 'pageshow'): void {
    this.#window.dispatchEvent(new Event(name))
  }

  /** Deletes the tokens; the other tabs of this account see it in local storage and close. */
  async signOut(): Promise<void> {
    this.phone.closeTabs()
    await signOut(this.deps, this.account)
  }

  /** The next person may come: a user with a PIN is only locked, one without is logged out. Returns which. */
  async leave(): Promise<'locked' | 'signed out'> {
    this.phone.closeTabs()
    if (await lockAccount(this.deps, this.account)) return 'locked'
    await signOut(this.deps, this.account)
    return 'signed out'
  }

  stop(): void {
    this.#stopTriggers()
    this.#stopFollowing()
    this.#stopped.abort()
  }
}
