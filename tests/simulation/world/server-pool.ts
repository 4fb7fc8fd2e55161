import type { TraGateway } from '#server/gateways/tra/gateway.ts'
import { actorOf } from './actor.ts'
import type { Authority } from './authority.ts'
import type { Books } from './books.ts'
import { type Chance, chanceOf } from './chance.ts'
import { DatabaseProxy, type QueryFate } from './database-proxy.ts'
import type { History } from './history.ts'
import { Jobs } from './jobs.ts'
import { LockWatch } from './lock-watch.ts'
import type { RawConnections } from './raw-connections.ts'
import type { Scheduler } from './scheduler.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { begin, end } from './virtual-runtime.ts'

export type ServerPoolOptions = {
  readonly scheduler: Scheduler
  readonly history: History
  readonly raw: RawConnections
  readonly authority: Authority
  readonly seed: number
  readonly processes: number
  readonly sweepMs: number
  readonly tokenLifeMs: number | null
  readonly tra?: (real: TraGateway) => TraGateway
  readonly books?: Books
}

/** Something that will happen to a process at one of its next queries. */
export type InjectedFault = {
  readonly fate: Exclude<QueryFate, 'fine'>
  afterQueries: number
  readonly downMs: number
}

type Slot = {
  readonly name: string
  lives: number
  process: ServerProcess | undefined
  database: DatabaseProxy | undefined
  injectedFaults: InjectedFault[]
}

/** The server: some processes without memory of their own, on one database. */
export class ServerPool {
  readonly jobs: Jobs
  readonly watch: LockWatch
  /** How far the server's clock is off. */
  clockOffsetMs = 0
  /** Chance that a query takes long. */
  slowQueries = 0
  readonly #options: ServerPoolOptions
  readonly #slots: Slot[]

  constructor(options: ServerPoolOptions) {
    this.#options = options
    this.watch = new LockWatch(options.raw)
    this.jobs = new Jobs(options.scheduler, options.seed, options.sweepMs, () => this.listeners())
    this.#slots = Array.from({ length: options.processes }, (_, index) => {
      return {
        name: `server ${index + 1}`,
        lives: 0,
        process: undefined,
        database: undefined,
        injectedFaults: [],
      }
    })
    for (const slot of this.#slots) this.#start(slot)
  }

  listeners(): ServerProcess[] {
    return this.#slots.flatMap(({ process }) => (process ? [process] : []))
  }

  injectFault(index: number, strike: InjectedFault): void {
    this.#slots[index % this.#slots.length]?.injectedFaults.push(strike)
  }

  /** Does something to the database between two steps of the run. */
  betweenSteps(work: () => Promise<void>): void {
    begin()
    void work().finally(end)
  }

  /** Everything stops; the database is changed from outside; and everything starts again. */
  stopFor(downMs: number, work: () => Promise<void>): void {
    const stopped = this.#slots.flatMap((slot) => (slot.process ? [{ slot, process: slot.process }] : []))
    const databases = stopped.map(({ slot }) => slot.database)
    for (const { slot, process } of stopped) {
      process.actor.alive = false
      slot.process = undefined
      slot.database = undefined
      for (const told of process.onDeath) told()
    }
    this.betweenSteps(async () => {
      await Promise.all(databases.flatMap((database) => (database ? [database.abandon()] : [])))
      await work()
    })
    for (const { slot } of stopped) {
      this.#options.scheduler.after(STARTER, downMs, `${slot.name} starts`, () => this.#start(slot))
    }
  }

  clearFaults(): void {
    this.slowQueries = 0
    this.clockOffsetMs = 0
    for (const slot of this.#slots) slot.injectedFaults = []
  }

  /** Ends all processes and gives their connections back as clean as they came. */
  async close(): Promise<void> {
    for (const slot of this.#slots) {
      if (slot.process) slot.process.actor.alive = false
      slot.process = undefined
      await slot.database?.abandon()
    }
  }

  #start(slot: Slot): void {
    const { scheduler, history, raw, authority, seed, tra, books, tokenLifeMs } = this.#options
    slot.lives += 1
    const name = `${slot.name}.${slot.lives}`
    const actor = actorOf(name, chanceOf(seed, name))
    const latencyChance = chanceOf(seed, name, 'pace')
    const database = new DatabaseProxy({
      ...{ scheduler, actor, raw, watch: this.watch, size: 8 },
      latency: () => this.#latency(latencyChance),
      fate: (text) => this.#fate(slot, text),
      die: () => this.#die(slot, database),
    })
    const process = startProcess({
      ...{ actor, door: database, authority, history, seed, tokenLifeMs },
      now: () => scheduler.now + this.clockOffsetMs,
      wake: (identityId) => this.jobs.enqueue('fiscal-deliver', identityId),
      ...(tra ? { tra } : {}),
      ...(books ? { books } : {}),
    })
    slot.process = process
    slot.database = database
    this.jobs.startSweep(process)
  }

  #latency(latencyChance: Chance): number {
    return latencyChance.hits(this.slowQueries)
      ? latencyChance.between(5, 4_000)
      : latencyChance.between(0.1, 2)
  }

  #fate(slot: Slot, text: string): QueryFate {
    const [injectFault] = slot.injectedFaults
    if (!injectFault) return 'fine'
    injectFault.afterQueries -= 1
    if (injectFault.afterQueries > 0) return 'fine'
    // A serialization failure is only reported inside a transaction, and never at its end.
    if (injectFault.fate === 'serialization' && /^(begin|commit|rollback|select)/i.test(text)) return 'fine'
    const isDeath = injectFault.fate === 'die-before' || injectFault.fate === 'die-after'
    if (!isDeath) slot.injectedFaults.shift()
    this.#options.history.add({
      kind: 'fault',
      what: `${injectFault.fate} at ${text.slice(0, 30)}`,
      who: slot.name,
    })
    return injectFault.fate
  }

  #die(slot: Slot, database: DatabaseProxy): void {
    const { process } = slot
    const injectFault = slot.injectedFaults.shift()
    if (!process) return
    process.actor.alive = false
    slot.process = undefined
    slot.database = undefined
    for (const told of process.onDeath) told()
    begin()
    void database.abandon().finally(end)
    const { scheduler } = this.#options
    scheduler.after(STARTER, injectFault?.downMs ?? 100, `${slot.name} starts`, () => this.#start(slot))
  }
}

const STARTER = actorOf('starter', chanceOf('starter'))
