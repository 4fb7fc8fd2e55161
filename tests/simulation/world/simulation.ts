import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { TraGateway } from '#server/gateways/tra/gateway.ts'
import type { Plan } from '../plan/plan.ts'
import type { Actor } from './actor.ts'
import { Authority } from './authority.ts'
import { Books } from './books.ts'
import { type Chance, chanceOf } from './chance.ts'
import { Door } from './door.ts'
import { History } from './history.ts'
import { setLiveQueries } from './live-queries.ts'
import { Network } from './network.ts'
import { Phone } from './phone.ts'
import { openFromOutside, type StorageFate, setStorageRules } from './phone-storage.ts'
import { Scheduler } from './scheduler.ts'
import { ServerPool } from './server-pool.ts'
import { PEOPLE, type Person, type SimulationFixture } from './simulation-fixture.ts'
import { setScheduler } from './virtual-runtime.ts'

type StorageFault = {
  readonly fate: 'full' | 'lost' | 'open hangs' | 'die'
  times: number
  afterUses: number
}

/** Sealed work where others find it: as a file, or on the screen of the phone that shows it. */
export type ExportedWork = {
  readonly by: 'codes' | 'file'
  readonly secret: string
  readonly file: Uint8Array<ArrayBuffer>
}

/** One run: a server, an authority, some phones and the network between them, on one virtual clock. */
export class Simulation {
  readonly plan: Plan
  readonly fixture: SimulationFixture
  readonly scheduler: Scheduler
  readonly history: History
  readonly authority: Authority
  /** The accounting service; `undefined`: no company is connected to one. */
  readonly books: Books | undefined
  readonly network: Network
  readonly servers: ServerPool
  readonly phones: readonly Phone[]
  /** The program and the feature phone; on most days neither sells. */
  readonly doors: readonly Door[]
  /** Work on its way from phone to phone, in the order in which it was sealed: no phone that dies takes it along. */
  readonly exportedWork: ExportedWork[] = []
  readonly #storageTrouble = new Map<Phone, StorageFault[]>()
  readonly #pace: Chance

  private constructor(
    plan: Plan,
    fixture: SimulationFixture,
    tra: ((real: TraGateway) => TraGateway) | undefined,
  ) {
    this.plan = plan
    this.fixture = fixture
    const { seed } = plan
    this.scheduler = new Scheduler(plan.startsAt)
    const { scheduler } = this
    this.history = new History(() => scheduler.now)
    this.#pace = chanceOf(seed, 'storage pace')
    this.authority = new Authority(fixture.stock, scheduler, this.history, plan.strictAuthority)
    this.books = plan.books ? new Books(scheduler, this.history) : undefined
    this.network = new Network(scheduler, this.history, seed, () => this.servers.listeners())
    this.servers = new ServerPool({
      ...{ scheduler, history: this.history, raw: fixture.raw, authority: this.authority, seed },
      ...{ processes: plan.processes, sweepMs: 45_000, tokenLifeMs: plan.tokenLifeMs },
      ...(tra ? { tra } : {}),
      ...(this.books ? { books: this.books } : {}),
    })
    scheduler.onDeadlock = () => this.servers.watch.poll()
    scheduler.idleTimeoutMs = () => this.servers.watch.idleTimeoutMs
    scheduler.afterStep = () => this.servers.watch.settle()
    const environment = {
      ...{ scheduler, network: this.network, seed },
      trouble: (error: unknown) => this.trouble(error),
    }
    this.phones = plan.phones.map(
      ({ hasLocks, hasWorker, person }, index) =>
        new Phone(environment, { name: `phone ${index + 1}`, user: personOf(person), hasLocks, hasWorker }),
    )
    this.doors = plan.doors ? [new Door(this, 'API'), new Door(this, 'USSD')] : []
    this.#ruleStorage()
    setLiveQueries({
      scheduler,
      areNeighbours: (one, other) => this.#phoneOf(one) === this.#phoneOf(other),
    })
  }

  static async open(
    plan: Plan,
    fixture: SimulationFixture,
    tra?: (real: TraGateway) => TraGateway,
  ): Promise<Simulation> {
    await fixture.reset(fiscalDayOf(toInstant(plan.startsAt)))
    const simulation = new Simulation(plan, fixture, tra)
    await simulation.books?.connect(fixture.raw)
    setScheduler(simulation.scheduler)
    return simulation
  }

  /** Ends the run: from here on nothing of it runs. */
  async close(): Promise<void> {
    await this.servers.close()
    setScheduler(undefined)
    setStorageRules(undefined)
    setLiveQueries(undefined)
    openFromOutside(undefined)
  }

  /** Records an unexpected error. A storage failure is expected: the person sees it and tries again. */
  trouble(error: unknown): void {
    if (error instanceof DeviceStorageFailure) return
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.history.add({ kind: 'unhandled', message })
  }

  injectStorageFault(phone: Phone, trouble: StorageFault): void {
    this.#storageTrouble.set(phone, [...(this.#storageTrouble.get(phone) ?? []), trouble])
  }

  clearStorageFaults(): void {
    this.#storageTrouble.clear()
  }

  #phoneOf(actor: Actor): Phone | undefined {
    return this.phones.find(({ name }) => actor.name.startsWith(`${name} `))
  }

  #strike(actor: Actor, fates: readonly StorageFault['fate'][]): StorageFault['fate'] | undefined {
    const phone = this.#phoneOf(actor)
    const list = phone ? (this.#storageTrouble.get(phone) ?? []) : []
    const trouble = list.find(({ fate }) => fates.includes(fate))
    if (!trouble) return undefined
    trouble.afterUses -= 1
    if (trouble.afterUses > 0) return undefined
    trouble.times -= 1
    if (trouble.times <= 0) list.splice(list.indexOf(trouble), 1)
    this.history.add({ kind: 'fault', what: `storage ${trouble.fate}`, who: actor.name })
    return trouble.fate
  }

  #ruleStorage(): void {
    setStorageRules({
      scheduler: this.scheduler,
      latency: () => this.#pace.between(0.05, 1),
      fate: (actor, mode): StorageFate => {
        const fates = ['lost', 'die'] as const
        const fate = this.#strike(actor, mode === 'readwrite' ? ['full', ...fates] : fates)
        if (fate === 'die') this.#phoneOf(actor)?.die(actor)
        return fate === 'full' || fate === 'lost' ? fate : 'fine'
      },
      openHangs: (actor) => this.#strike(actor, ['open hangs']) !== undefined,
      committed: (actor, database, writes) => {
        const phone = this.#phoneOf(actor)?.name ?? ''
        for (const { store, kind, value } of writes) {
          const by = actor.name
          this.history.add({ kind: 'stored', phone, by, database, store, write: kind, value })
        }
      },
    })
  }
}

export function personOf(index: number): Person {
  const person = PEOPLE[index % PEOPLE.length]
  if (!person) throw new Error('there is nobody')
  return person
}
