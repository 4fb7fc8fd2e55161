import { listAccounts, openRegistry } from '#data/registry.ts'
import { openAccount } from '#session/account.ts'
import { accountCaller } from '#session/account-caller.ts'
import { currentSession } from '#session/current-session.ts'
import type { LocalSession, LocalSessionStore } from '#session/local-session-store.ts'
import { signIn } from '#session/sign-in.ts'
import type { SyncDeps } from '#sync/connection/sync-deps.ts'
import { runSync } from '#sync/run-sync.ts'
import type { EmptiedStore } from '../plan/plan.ts'
import { type Actor, actorOf } from './actor.ts'
import { chanceOf } from './chance.ts'
import { copyStorage } from './copy-storage.ts'
import { emptyStores, type LostRow } from './damage-storage.ts'
import { GOOD_CONDITIONS, type NetworkConditions } from './network-conditions.ts'
import type { PhoneEnvironment } from './phone-environment.ts'
import { abandonTransactions, countRows, evict, giveStorage, PhoneStorage } from './phone-storage.ts'
import { PASSWORD, type Person } from './simulation-fixture.ts'
import { sessionDepsOf, Tab } from './tab.ts'
import { WebLocks } from './web-locks.ts'

/** What a phone needs of the world around it. */
export type PhoneOptions = {
  readonly name: string
  readonly user: Person
  readonly hasLocks: boolean
  readonly hasWorker: boolean
}

function isDone(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'state' in row && row.state === 'done'
}

const WORKER_BUDGET_MS = 100_000
const WORKER_RETRIES_MS = [300_000, 900_000]

/** One phone: its storage and its local storage survive everything, its tabs and its worker do not. */
export class Phone {
  readonly name: string
  readonly environment: PhoneEnvironment
  readonly storage = new PhoneStorage()
  readonly locks: WebLocks | undefined
  readonly conditions: NetworkConditions = { ...GOOD_CONDITIONS }
  /** How far its clock is off. */
  clockOffsetMs = 0
  readonly tabs: (Tab | undefined)[] = []
  /** Who was signed in last. */
  user: Person
  readonly #person: Actor
  readonly localSession: LocalSessionStore
  #local: LocalSession | undefined
  #lives = 0
  readonly #worker: Actor | undefined
  readonly #tags = new Set<string>()
  readonly #actors: Actor[] = []

  constructor(world: PhoneEnvironment, { name, user, hasLocks, hasWorker }: PhoneOptions) {
    this.environment = world
    this.name = name
    this.user = user
    this.#person = this.#actor('person')
    this.locks = hasLocks ? new WebLocks(world.scheduler) : undefined
    this.#worker = hasWorker ? this.#actor('worker') : undefined
    this.localSession = {
      read: () => this.#local,
      write: (session) => {
        if (this.environment.scheduler.current?.alive) this.#local = structuredClone(session)
      },
      clear: () => {
        if (this.environment.scheduler.current?.alive) this.#local = undefined
      },
    }
  }

  now(): number {
    return this.environment.scheduler.now + this.clockOffsetMs
  }

  get onLine(): boolean {
    return this.conditions.kind !== 'offline'
  }

  #actor(what: string): Actor {
    this.#lives += 1
    const name = `${this.name} ${what} ${this.#lives}`
    const actor = actorOf(name, chanceOf(this.environment.seed, this.name, what, this.#lives))
    giveStorage(actor, this.storage)
    // Actors of this phone, with or without a tab; the person and the worker are not among them.
    if (what !== 'person' && what !== 'worker') this.#actors.push(actor)
    return actor
  }

  /** Runs something in a tab that has just been opened, and gives its actor. */
  begin(what: string, work: (actor: Actor) => Promise<void>): Actor {
    const actor = this.#actor(what)
    this.environment.scheduler.after(actor, 1, what, () => {
      work(actor).catch((error: unknown) => this.environment.trouble(error))
    })
    return actor
  }

  /** Opens a page for the user in local storage. */
  openTab(slot: number): void {
    if (this.tabs[slot]) return
    this.begin('tab', async (actor) => {
      if (!this.#local) return
      const deps = sessionDepsOf(this, actor, true)
      const current = await currentSession(deps)
      if (this.tabs[slot] || !actor.alive) return
      if (current.kind === 'signed-in') this.show(slot, new Tab(this, actor, current.account, deps))
      // No user is signed in after all: the page shows the login form.
      if (current.kind === 'signed-out') this.sessionEnded()
    })
  }

  /** Shows a page. One that died while it began is opened again like one that dies later. */
  show(slot: number, tab: Tab): void {
    this.tabs[slot] = tab
    if (!tab.actor.alive) this.die(tab.actor)
  }

  /** A person types name and password into the login page; `done` gets the outcome. */
  logIn(slot: number, person: Person, done: (outcome: string) => void): void {
    this.begin('login', async (actor) => {
      const deps = sessionDepsOf(this, actor, true)
      const outcome = await signIn(deps, { username: person.username, password: PASSWORD })
      if (!actor.alive) return
      done(outcome.kind)
      if (outcome.kind === 'signed-in') this.user = person
      if (outcome.kind !== 'signed-in' || this.tabs[slot]) return
      this.show(slot, new Tab(this, actor, outcome.account, deps))
    })
  }

  /** Every page leaves its account, each by itself: its work in progress is finished. */
  closeTabs(): void {
    for (const tab of this.tabs) {
      if (tab) this.environment.scheduler.after(tab.actor, 0, 'leaves', () => tab.stop())
    }
    this.tabs.length = 0
  }

  /** The server ended the session: the pages show the login form, and the person types the password. */
  sessionEnded(): void {
    this.closeTabs()
    this.environment.scheduler.after(this.#person, 8_000, 'login form', () => {
      if (this.tabs.every((tab) => !tab)) this.logIn(0, this.user, () => undefined)
    })
  }

  /** A tab is gone from one moment to the next. */
  kill(slot: number): void {
    const tab = this.tabs[slot]
    this.tabs[slot] = undefined
    if (tab) this.#end(tab.actor)
  }

  /** A tab or worker dies while it works; a tab is opened again soon. */
  die(actor: Actor): void {
    const slot = this.tabs.findIndex((tab) => tab?.actor === actor)
    if (slot >= 0) {
      this.tabs[slot] = undefined
      this.environment.scheduler.after(this.#person, 3_000, 'opens again', () => this.openTab(slot))
    }
    this.#end(actor)
  }

  /** The browser needed room while nothing was unsent; local storage it keeps, as browsers do. */
  evict(): boolean {
    const unsent = countRows(this.storage, 'outbox', (row) => !isDone(row))
    if (unsent > 0) return false
    this.#endAll()
    evict(this.storage)
    this.environment.scheduler.after(this.#person, 3_000, 'opens again', () => this.openTab(0))
    return true
  }

  /** A person closes all windows and opens the app again: only a start looks for rows that no list has. */
  restart(): void {
    this.#endAll()
    this.environment.scheduler.after(this.#person, 3_000, 'opens again', () => this.openTab(0))
  }

  /** Tables of the disk are empty from one moment to the next; everything that ran is started again. */
  lose(stores: readonly EmptiedStore[]): LostRow[] {
    const unsent = countRows(this.storage, 'outbox', (row) => !isDone(row))
    if (unsent === 0) return []
    this.restart()
    return emptyStores(this.storage, stores)
  }

  /** Becomes another phone in all that is stored, unless there is something unsent here. Returns whether it did. */
  becomeCopyOf(other: Phone): boolean {
    if (!this.evict()) return false
    copyStorage(other.storage, this.storage)
    this.#local = structuredClone(other.#local)
    this.user = other.user
    return true
  }

  #endAll(): void {
    for (let slot = 0; slot < this.tabs.length; slot += 1) this.kill(slot)
    for (const actor of this.#actors) this.#end(actor)
  }

  #end(actor: Actor): void {
    actor.alive = false
    abandonTransactions(this.storage, actor)
    this.locks?.died(actor)
  }

  /** Chromium's one-shot sync: the worker is woken when there is a connection, three times at most. */
  scheduleWorkerWake(accountId: string): void {
    if (!this.#worker || this.#tags.has(accountId)) return
    this.#tags.add(accountId)
    this.#wakeWorker(accountId, 0)
  }

  #wakeWorker(accountId: string, attempt: number): void {
    const worker = this.#worker
    if (!worker) return
    const ms = attempt === 0 ? 50 : (WORKER_RETRIES_MS[attempt - 1] ?? 0)
    this.environment.scheduler.after(worker, ms, 'sync event', () => {
      if (!this.onLine) {
        this.environment.scheduler.after(worker, 5_000, 'no line yet', () =>
          this.#wakeWorker(accountId, attempt),
        )
        return
      }
      const again = () => {
        if (attempt < WORKER_RETRIES_MS.length) this.#wakeWorker(accountId, attempt + 1)
        else this.#tags.delete(accountId)
      }
      this.begin('sync event', async (actor) => {
        const left = await this.#drainAll(actor, accountId)
        if (left) again()
        else this.#tags.delete(accountId)
      })
    })
  }

  /** As the worker drains: each account of this phone under its own name. Returns whether sendable work is left. */
  async #drainAll(actor: Actor, only: string): Promise<boolean> {
    const deps = sessionDepsOf(this, actor, false)
    const registry = await openRegistry(deps.ports)
    const accounts = await listAccounts(registry)
    registry.close()
    let left = false
    for (const { id, companyId, userId } of accounts) {
      if (companyId === null || id !== only) continue
      const account = await openAccount(deps.ports, companyId, userId)
      const sync: SyncDeps = {
        ports: deps.ports,
        locks: deps.locks,
        call: accountCaller(deps, account),
        owner: actor.name,
      }
      const end = this.now() + WORKER_BUDGET_MS
      for (let reason: 'sync' | 'timer' = 'sync'; ; reason = 'timer') {
        const outcome = await runSync(account, sync, reason, { budgetMs: end - this.now() })
        if (outcome.dueInMs === null) break
        left = this.now() + outcome.dueInMs >= end
        if (left) break
        await deps.ports.wait(Math.max(250, outcome.dueInMs))
      }
      account.db.close()
    }
    return left
  }

  /** The connection is back, or the page is visible again. */
  dispatch(name: 'online' | 'focus' | 'pageshow'): void {
    for (const tab of this.tabs) {
      if (tab) this.environment.scheduler.after(tab.actor, 1, name, () => tab.dispatch(name))
    }
  }
}
