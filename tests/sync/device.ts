import { createHash } from 'node:crypto'
import type { Session } from '#contract/session.ts'
import { upsertMeta } from '#data/meta.ts'
import type { Ports } from '#data/ports.ts'
import { uuidV7 } from '#data/uuid-v7.ts'
import { type FiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { WALK_IN_CUSTOMER } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { type CompanySettings, DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { type Account, openAccount } from '#session/account.ts'
import { accountCaller } from '#session/account-caller.ts'
import { browserLocks } from '#session/locks.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import type { SessionEvent } from '#session/session-event.ts'
import type { DrainHooks, SyncDeps } from '#sync/connection/sync-deps.ts'
import type { CommandDeps } from '#sync/outbox/command-result.ts'
import { provenFetch } from '../support/prove-answer.ts'
import { FakeServer } from './fake-server.ts'

/** A clock that moves only when a test moves it. */
export class FakeClock {
  ms: number
  constructor(ms = Date.parse('2026-11-21T10:00:00.000Z')) {
    this.ms = ms
  }
  now(): number {
    return this.ms
  }
  move(ms: number): void {
    this.ms += ms
  }
}

/** A UUID out of any text, the same every time. */
export function idOf(text: string): string {
  const hash = createHash('sha256').update(text).digest()
  return uuidV7(Date.parse('2026-01-01T00:00:00.000Z'), hash)
}

let boxes = 0

/** Ports with a fixed sequence of ids and a chance of one half, unless another is given. */
export function fakePorts(clock: FakeClock, name: string, random: () => number = () => 0.5): Ports {
  let ids = 0
  return {
    clock,
    random,
    newId: () => {
      ids += 1
      return idOf(`${name} ${ids}`)
    },
    wait: () => new Promise(() => undefined),
  }
}

export function aSession(companyId: string, userId: string): Session {
  return {
    user: {
      id: userId,
      username: 'asha',
      firstName: 'Asha',
      lastName: 'Mfano',
      email: 'asha@example.test',
      user_type: 'operator',
      company_id: companyId,
      organization_id: null,
      language: 'sw',
      isAdmin: false,
    },
    company: {
      id: companyId,
      organizationId: idOf('organization'),
      name: 'Duka la Mfano',
      tin: '123456789',
      vrn: '40012345A',
      address: 'Kariakoo',
      phone: '+255700000101',
      email: 'duka@example.test',
      active: true,
      blockedByTra: false,
      blockedReason: '',
    },
    settings: DEFAULT_SETTINGS,
    rates: [
      { taxType: 'standard', rate: toBasisPoints(1800), validFrom: '2015-07-01' as FiscalDay, active: true },
      { taxType: 'exempted', rate: toBasisPoints(0), validFrom: '2015-07-01' as FiscalDay, active: true },
    ],
    mustChangePassword: false,
    simulated: true,
    serverTime: toInstant(Date.parse('2026-11-21T10:00:00.000Z')),
  }
}

/** The phone hears of other readings that were chosen for its company. */
export async function changeSettings(device: Device, chosen: Partial<CompanySettings>): Promise<void> {
  const session = aSession(device.companyId, device.userId)
  const settings = { ...session.settings, ...chosen }
  await upsertMeta(device.account.db, 'session', { ...session, settings })
}

/** An invoice of one exempted line. */
export function aSale(
  productId: string,
  change: { readonly price?: number; readonly customerId?: string | null; readonly reference?: string } = {},
): InvoiceContent {
  return {
    customer: { ...WALK_IN_CUSTOMER, customerId: change.customerId ?? null },
    amountType: 'INCLUSIVE',
    reference: change.reference ?? '',
    lines: [
      {
        id: idOf('line'),
        productId,
        description: 'Sukari',
        quantity: toQuantity(1000),
        taxType: 'exempted',
        rate: toBasisPoints(0),
        unitPrice: toCents(change.price ?? 250_000),
        discount: toBasisPoints(0),
      },
    ],
    payments: [],
  }
}

/** One phone with one signed-in account, in a box: own clock, own server, real Dexie on an in-memory IndexedDB. */
export class Device {
  readonly clock: FakeClock
  readonly server: FakeServer
  readonly companyId: string
  readonly userId: string
  readonly events: SessionEvent[] = []
  account: Account
  deps: SyncDeps
  commands: CommandDeps
  sessionDeps: SessionDeps
  hooks: DrainHooks = {}
  kicks = 0
  #browserLock = new OneLock()
  #name: string
  #lives = 0
  #random: () => number

  private constructor(
    account: Account,
    clock: FakeClock,
    server: FakeServer,
    name: string,
    random: () => number,
  ) {
    this.account = account
    this.clock = clock
    this.server = server
    this.companyId = account.companyId ?? ''
    this.userId = account.userId
    this.#name = name
    this.#random = random
    this.sessionDeps = this.#sessionDeps()
    this.deps = this.#syncDeps()
    this.commands = this.#commandDeps()
  }

  /** The authority blocks the company or lifts the block; the feed says so. */
  blockByTra(blockedByTra: boolean): void {
    const { company } = aSession(this.companyId, this.userId)
    if (!company) throw new Error('the session has a company')
    this.server.blocked = blockedByTra
    this.server.companyNews.push({ ...company, blockedByTra })
  }

  static async make(
    options: {
      readonly clock?: FakeClock
      readonly server?: FakeServer
      readonly companyId?: string
      readonly userId?: string
      readonly random?: () => number
    } = {},
  ): Promise<Device> {
    boxes += 1
    const name = `box ${boxes}`
    const clock = options.clock ?? new FakeClock()
    const companyId = options.companyId ?? options.server?.companyId ?? idOf(`company of ${name}`)
    const userId = options.userId ?? idOf(`user of ${name}`)
    const server = options.server ?? new FakeServer(companyId, () => clock.now())
    const random = options.random ?? (() => 0.5)
    const account = await openAccount(fakePorts(clock, `${name} opened`, random), companyId, userId)
    const device = new Device(account, clock, server, name, random)
    await device.signIn()
    return device
  }

  #ports(): Ports {
    return fakePorts(this.clock, `${this.#name} life ${this.#lives}`, this.#random)
  }

  #sessionDeps(): SessionDeps {
    return {
      ports: this.#ports(),
      prefix: 'https://risiti.example.test',
      fetch: provenFetch(this.server.fetch, () => this.account),
      locks: browserLocks(undefined),
      local: null,
      onEvent: (event) => {
        this.events.push(event)
      },
    }
  }

  #syncDeps(): SyncDeps {
    return {
      ports: this.#ports(),
      locks: browserLocks(this.#browserLock),
      call: accountCaller(this.sessionDeps, this.account),
      owner: `${this.#name} life ${this.#lives}`,
      hooks: {
        'drain:leased': (opIds) => this.hooks['drain:leased']?.(opIds),
        'drain:answer': (outcome) => this.hooks['drain:answer']?.(outcome),
        'pull:page': () => this.hooks['pull:page']?.(),
      },
    }
  }

  #commandDeps(): CommandDeps {
    return {
      ports: fakePorts(this.clock, `${this.#name} commands of life ${this.#lives}`, this.#random),
      requestSync: () => {
        this.kicks += 1
      },
    }
  }

  get deviceId(): string {
    return idOf(`device of ${this.#name}`)
  }

  /** What a login leaves in the account's database. */
  async signIn(): Promise<void> {
    const { db } = this.account
    await upsertMeta(db, 'deviceId', this.deviceId)
    await upsertMeta(db, 'session', aSession(this.companyId, this.userId))
    await upsertMeta(db, 'tokens', {
      token: 'token-0',
      refreshToken: 'refresh-0',
      receivedAt: this.clock.now(),
      lifetimeMs: null,
    })
  }

  /** Page or worker dies at once and is started again on the same storage. */
  async restart(): Promise<void> {
    this.account.db.close()
    // The browser frees the locks of what it killed.
    this.#browserLock = new OneLock()
    this.#lives += 1
    this.hooks = {}
    this.account = await openAccount(this.#ports(), this.companyId, this.userId)
    this.sessionDeps = this.#sessionDeps()
    this.deps = this.#syncDeps()
    this.commands = this.#commandDeps()
  }

  /** A second page or worker of the same browser on the same account, awake at the same time. */
  another(): SyncDeps {
    return {
      ...this.deps,
      locks: browserLocks(this.#browserLock),
      owner: `${this.deps.owner} twin`,
      ports: fakePorts(this.clock, `${this.#name} twin`),
    }
  }
}

/** `navigator.locks` of one browser, in memory: enough for `ifAvailable` and `steal`. */
export class OneLock {
  readonly #held = new Map<string, symbol>()
  readonly request = (async (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
    const mine = Symbol(name)
    if (this.#held.has(name) && !options.steal) {
      if (options.ifAvailable) return work(null)
      throw new Error('waiting for locks is not modelled')
    }
    this.#held.set(name, mine)
    try {
      return await work({ name, mode: 'exclusive' })
    } finally {
      if (this.#held.get(name) === mine) this.#held.delete(name)
    }
  }) as LockManager['request']
}
