import type { TraGateway } from '#server/gateways/tra/gateway.ts'
import { actorOf } from './actor.ts'
import type { Authority } from './authority.ts'
import { type Chance, chanceOf } from './chance.ts'
import { DatabaseDoor, type QueryFate } from './database-door.ts'
import type { History } from './history.ts'
import { Jobs } from './jobs.ts'
import { LockWatch } from './lock-watch.ts'
import { begin, end } from './machine.ts'
import type { RawConnections } from './raw-connections.ts'
import type { Scheduler } from './scheduler.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

export type FarmOptions = {
  readonly scheduler: Scheduler
  readonly history: History
  readonly raw: RawConnections
  readonly authority: Authority
  readonly seed: number
  readonly processes: number
  readonly sweepMs: number
  readonly tokenLifeMs: number | null
  readonly tra?: (real: TraGateway) => TraGateway
}

/** Something that will happen to a process at one of its next queries. */
export type Strike = {
  readonly fate: Exclude<QueryFate, 'fine'>
  afterQueries: number
  readonly downMs: number
}

type Slot = {
  readonly name: string
  lives: number
  process: ServerProcess | undefined
  door: DatabaseDoor | undefined
  strikes: Strike[]
}

/** The server: some processes without memory of their own, on one database. */
export class Farm {
  readonly jobs: Jobs
  readonly watch: LockWatch
  /** How far the server's clock is off. */
  clockOffsetMs = 0
  /** Chance that a query takes long. */
  slowQueries = 0
  readonly #options: FarmOptions
  readonly #slots: Slot[]

  constructor(options: FarmOptions) {
    this.#options = options
    this.watch = new LockWatch(options.raw)
    this.jobs = new Jobs(options.scheduler, options.seed, options.sweepMs, () => this.listeners())
    this.#slots = Array.from({ length: options.processes }, (_, index) => {
      return { name: `server ${index + 1}`, lives: 0, process: undefined, door: undefined, strikes: [] }
    })
    for (const slot of this.#slots) this.#start(slot)
  }

  listeners(): ServerProcess[] {
    return this.#slots.flatMap(({ process }) => (process ? [process] : []))
  }

  strike(index: number, strike: Strike): void {
    this.#slots[index % this.#slots.length]?.strikes.push(strike)
  }

  calm(): void {
    this.slowQueries = 0
    this.clockOffsetMs = 0
    for (const slot of this.#slots) slot.strikes = []
  }

  /** Ends all processes and gives their connections back as clean as they came. */
  async close(): Promise<void> {
    for (const slot of this.#slots) {
      if (slot.process) slot.process.actor.alive = false
      slot.process = undefined
      await slot.door?.abandon()
    }
  }

  #start(slot: Slot): void {
    const { scheduler, history, raw, authority, seed, tra, tokenLifeMs } = this.#options
    slot.lives += 1
    const name = `${slot.name}.${slot.lives}`
    const actor = actorOf(name, chanceOf(seed, name))
    const pace = chanceOf(seed, name, 'pace')
    const door = new DatabaseDoor({
      ...{ scheduler, actor, raw, watch: this.watch, size: 8 },
      latency: () => this.#latency(pace),
      fate: (text) => this.#fate(slot, text),
      die: () => this.#die(slot, door),
    })
    const process = startProcess({
      ...{ actor, door, authority, history, seed, tokenLifeMs },
      now: () => scheduler.now + this.clockOffsetMs,
      wake: (identityId) => this.jobs.enqueue('fiscal-deliver', identityId),
      ...(tra ? { tra } : {}),
    })
    slot.process = process
    slot.door = door
    this.jobs.startSweep(process)
  }

  #latency(pace: Chance): number {
    return pace.hits(this.slowQueries) ? pace.between(5, 4_000) : pace.between(0.1, 2)
  }

  #fate(slot: Slot, text: string): QueryFate {
    const [strike] = slot.strikes
    if (!strike) return 'fine'
    strike.afterQueries -= 1
    if (strike.afterQueries > 0) return 'fine'
    // A lost race is only told inside a transaction, and never of its end.
    if (strike.fate === 'serialization' && /^(begin|commit|rollback|select)/i.test(text)) return 'fine'
    const isDeath = strike.fate === 'die-before' || strike.fate === 'die-after'
    if (!isDeath) slot.strikes.shift()
    this.#options.history.add({
      kind: 'fault',
      what: `${strike.fate} at ${text.slice(0, 30)}`,
      who: slot.name,
    })
    return strike.fate
  }

  #die(slot: Slot, door: DatabaseDoor): void {
    const { process } = slot
    const strike = slot.strikes.shift()
    if (!process) return
    process.actor.alive = false
    slot.process = undefined
    slot.door = undefined
    for (const told of process.onDeath) told()
    begin()
    void door.abandon().finally(end)
    const { scheduler } = this.#options
    scheduler.after(STARTER, strike?.downMs ?? 100, `${slot.name} starts`, () => this.#start(slot))
  }
}

const STARTER = actorOf('starter', chanceOf('starter'))
