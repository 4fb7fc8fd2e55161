import type { QueryResult } from 'pg'
import type { Actor } from './actor.ts'
import { chanceOf } from './chance.ts'
import type { LockWatch } from './lock-watch.ts'
import type { RawConnection, RawConnections } from './raw-connections.ts'
import type { Scheduler } from './scheduler.ts'
import { counted } from './virtual-runtime.ts'

/** What a query of a process meets. */
export type QueryFate =
  | 'fine'
  /** The process dies before, or after, the database has done it. */
  | 'die-before'
  | 'die-after'
  /** The connection breaks before, or after. */
  | 'cut-before'
  | 'cut-after'
  /** The database says that the transaction lost against another. */
  | 'serialization'

export type DatabaseProxyOptions = {
  readonly scheduler: Scheduler
  readonly actor: Actor
  readonly raw: RawConnections
  readonly watch: LockWatch
  readonly size: number
  /** How long, in virtual milliseconds, the next query takes. */
  latency(): number
  fate(text: string): QueryFate
  die(): void
}

const never = <T>() => new Promise<T>(() => undefined)

const names = new Map<string, string>()

/** Under a name of its own a statement is planned once for a connection: half of what a query costs here. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `statement ${names.size + 1}`
  names.set(text, name)
  return name
}

function broken(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/**
 * What one server process sees of the database: a pool whose every query first waits for its turn, may be the last
 * thing the process does, and really runs on PostgreSQL.
 */
export class DatabaseProxy {
  readonly #options: DatabaseProxyOptions
  readonly #held = new Set<RawConnection>()
  readonly #queue: ((connection: RawConnection) => void)[] = []
  #unblocked = 0

  constructor(options: DatabaseProxyOptions) {
    this.#options = options
  }

  /** As `PostgresDialect` wants its pool. */
  readonly pool = {
    connect: () => this.#connect(),
    end: async () => undefined,
    options: {},
  }

  /** What a dead process had open is undone by the database. */
  async abandon(): Promise<void> {
    const { raw, watch } = this.#options
    for (const connection of this.#held) await raw.clean(connection, watch.isUnderWay(connection))
    this.#held.clear()
    watch.transactionEnded()
  }

  async #connect() {
    const { actor, raw, size } = this.#options
    if (!actor.alive) return never<never>()
    const connection =
      (this.#held.size < size ? raw.acquire() : undefined) ??
      (await new Promise<RawConnection>((resolve) => this.#queue.push(resolve)))
    this.#held.add(connection)
    return {
      processID: connection.pid,
      query: (text: string, values: readonly unknown[] = []) => this.#query(connection, text, values),
      release: () => this.#release(connection),
    }
  }

  #release(connection: RawConnection): void {
    const { actor, scheduler, raw } = this.#options
    if (!actor.alive) return
    const next = this.#queue.shift()
    if (next) {
      scheduler.after(actor, 0, 'connection', () => next(connection))
      return
    }
    this.#held.delete(connection)
    raw.release(connection)
  }

  async #query(connection: RawConnection, text: string, values: readonly unknown[]): Promise<unknown> {
    const { actor, scheduler, latency, fate, die } = this.#options
    if (!actor.alive) return never()
    await scheduler.delay(actor, latency(), `sql ${connection.number} ${text.trimStart().slice(0, 24)}`)
    const met = fate(text)
    if (met === 'die-before') {
      die()
      return never()
    }
    if (met === 'cut-before' || met === 'serialization') return this.#refuse(connection, text, met)
    const result = await this.#execute(connection, text, values)
    if (met === 'die-after') {
      die()
      return never()
    }
    if (met === 'cut-after') return this.#refuse(connection, text, met)
    return result
  }

  async #refuse(connection: RawConnection, text: string, fate: QueryFate): Promise<unknown> {
    if (connection.inTransaction) await counted(connection.client.query('rollback'))
    connection.inTransaction = false
    this.#options.watch.transactionEnded()
    if (text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    if (fate === 'serialization') throw broken('40001', 'could not serialize access due to concurrent update')
    throw broken('57P01', 'terminating connection due to administrator command')
  }

  async #execute(connection: RawConnection, text: string, values: readonly unknown[]): Promise<QueryResult> {
    const { actor, scheduler, watch } = this.#options
    while (!(await watch.admit(connection, text))) {
      this.#unblocked += 1
      const order = chanceOf(actor.name, 'unblocked', this.#unblocked)
      await scheduler.delay(actor, order.next(), 'asks again')
    }
    const sent = watch.begin(connection, text)
    try {
      return await connection.client.query({ name: nameOf(text), text, values: [...values] })
    } finally {
      watch.end(sent)
      if (text === 'begin') connection.inTransaction = true
      if (text === 'commit' || text === 'rollback') {
        connection.inTransaction = false
        watch.transactionEnded()
      }
      if (sent.blocked) {
        await watch.turn(sent)
        this.#unblocked += 1
        const order = chanceOf(actor.name, 'unblocked', this.#unblocked)
        await scheduler.delay(actor, order.next(), 'unblocked')
      }
    }
  }
}
