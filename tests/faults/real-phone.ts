import { randomBytes } from 'node:crypto'
import { Dexie } from 'dexie'
import { submitInvoice } from '#commands/invoices.ts'
import { findInvoice, invoiceFromRow } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { createPorts, type Ports } from '#data/ports.ts'
import { openRegistry } from '#data/registry.ts'
import type { OutboxEntry } from '#data/rows.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { type Account, openAccount } from '#session/account.ts'
import { accountCaller } from '#session/account-caller.ts'
import { changePassword } from '#session/change-password.ts'
import { browserLocks } from '#session/locks.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { signIn } from '#session/sign-in.ts'
import type { DrainHooks, SyncDeps } from '#sync/connection/sync-deps.ts'
import type { SyncTrigger } from '#sync/connection/sync-trigger.ts'
import type { CommandDeps } from '#sync/outbox/command-result.ts'
import { runSync, type SyncOutcome } from '#sync/run-sync.ts'
import { OneLock } from '#tests/sync/device.ts'
import type { TestClock } from '../support/start-test-server.ts'
import { TEST_PASSWORD } from '../support/tenants.ts'
import { aSale } from '../support/test-backend.ts'

/** Virtual time that a phone gets to become idle after the last fault. */
const IDLE_WITHIN_MS = 3 * 60 * 60_000

type Options = {
  /** The address of the server, or of the proxy in front of it. */
  readonly url: string
  readonly clock: TestClock
  readonly username: string
  /** How far the clock of the phone is from all other clocks. */
  readonly skewMs?: number
  /** The phone that was signed in on last: its device, its accounts. */
  readonly sharing?: boolean
}

/**
 * The client core as it runs in a page, on an in-memory IndexedDB, speaking over real connections. Import
 * `fake-indexeddb/auto` before it. Time moves only when the test moves it, or while it waits for the phone to
 * be idle.
 */
export class RealPhone {
  readonly commands: CommandDeps
  hooks: DrainHooks = {}
  skewMs: number
  readonly #wish: Options
  readonly #ports: Ports
  readonly #lock = new OneLock()
  #opened: { readonly account: Account; readonly deps: SyncDeps } | undefined
  #password = TEST_PASSWORD

  private constructor(options: Options) {
    this.#wish = options
    this.skewMs = options.skewMs ?? 0
    const devicePorts = createPorts({
      now: () => options.clock.now() + this.skewMs,
      fill: (bytes) => {
        bytes.set(randomBytes(bytes.length))
      },
    })
    this.#ports = { ...devicePorts, random: () => 0.5 }
    this.commands = { ports: this.#ports, requestSync: () => undefined }
  }

  /** A new phone, in the hands of a person. */
  static async signIn(options: Options): Promise<RealPhone> {
    // The registry holds the id of the device: without it this is another one.
    if (!options.sharing) await Dexie.delete('efd_registry')
    const phone = new RealPhone(options)
    await phone.logIn()
    return phone
  }

  get account(): Account {
    return this.#now.account
  }

  get deps(): SyncDeps {
    return this.#now.deps
  }

  get #now() {
    if (!this.#opened) throw new Error('nobody is signed in')
    return this.#opened
  }

  #sessionDeps(): SessionDeps {
    return {
      ports: this.#ports,
      prefix: this.#wish.url,
      locks: browserLocks(this.#lock),
      local: null,
      onEvent: () => undefined,
    }
  }

  #run(account: Account, life: string): void {
    const deps: SyncDeps = {
      ports: this.#ports,
      locks: browserLocks(this.#lock),
      call: accountCaller(this.#sessionDeps(), account),
      owner: `phone of ${this.#wish.username} ${life}`,
      hooks: {
        'drain:leased': (opIds) => this.hooks['drain:leased']?.(opIds),
        'drain:answer': (outcome) => this.hooks['drain:answer']?.(outcome),
        'pull:page': () => this.hooks['pull:page']?.(),
      },
    }
    this.#opened = { account, deps }
  }

  /** The person types the password, theirs unless another is given, on the phone on which they did before. */
  async logIn(password = this.#password): Promise<void> {
    if (this.#opened) await this.#takeDeviceBack(this.#opened.account)
    const outcome = await signIn(this.#sessionDeps(), { username: this.#wish.username, password })
    if (outcome.kind !== 'signed-in') throw new Error(`not signed in: ${JSON.stringify(outcome)}`)
    this.#password = password
    this.#run(outcome.account, 'signed in')
  }

  /** The person chooses a new password for the one they have. */
  async changePassword(newPassword: string): Promise<void> {
    const form = { currentPassword: this.#password, newPassword, confirmPassword: newPassword }
    const outcome = await changePassword(this.#sessionDeps(), this.account, form)
    if (outcome.kind !== 'changed') throw new Error(`not changed: ${JSON.stringify(outcome)}`)
    this.#password = newPassword
  }

  /** In memory all phones have one registry, which names the device of the last user who signed in. */
  async #takeDeviceBack({ db }: Account): Promise<void> {
    const deviceId = await findMeta(db, 'deviceId')
    const registry = await openRegistry(this.#ports)
    if (deviceId) await registry.device.put({ key: 'device', deviceId })
    registry.close()
  }

  /** Another page or worker on the same storage and the same locks. */
  another(): SyncDeps {
    return { ...this.deps, owner: `${this.deps.owner}, another`, locks: browserLocks(this.#lock) }
  }

  /** The page dies and is opened again on what storage has. */
  async restart(): Promise<void> {
    const { companyId, userId, db } = this.account
    db.close()
    this.hooks = {}
    this.#run(await openAccount(this.#ports, companyId, userId), this.#ports.newId())
  }

  /** Sells `pieces` of a product. Returns the id of the invoice that the phone reported as saved. */
  async sell(productId: string, pieces = 1): Promise<string> {
    const outcome = await submitInvoice(this.account, this.commands, { content: aSale(productId, pieces) })
    if (!outcome.ok) throw new Error(`not kept: ${JSON.stringify(outcome)}`)
    return outcome.value.id
  }

  sync(reason: SyncTrigger = 'timer'): Promise<SyncOutcome> {
    return runSync(this.account, this.deps, reason)
  }

  /** Lets time pass and timers ring until nothing is due any more, within the bound. */
  async syncUntilIdle(): Promise<void> {
    const { clock } = this.#wish
    const end = clock.now() + IDLE_WITHIN_MS
    for (let outcome = await this.sync('online'); ; outcome = await this.sync('timer')) {
      if (outcome.dueInMs === null) return
      if (clock.now() > end) throw new Error(`no rest after three hours: ${JSON.stringify(outcome)}`)
      clock.advance(Math.max(250, outcome.dueInMs))
    }
  }

  async invoice(id: string): Promise<Invoice> {
    const row = await findInvoice(this.account.db, id)
    if (!row) throw new Error(`the phone has no invoice ${id}`)
    return invoiceFromRow(row)
  }

  unsent(): Promise<OutboxEntry[]> {
    return listUnsent(this.account.db)
  }
}
