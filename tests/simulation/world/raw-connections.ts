import { Client, TypeOverrides } from 'pg'
import { pauseReally } from './virtual-runtime.ts'

const TIMESTAMPTZ = 1184
export const readers = new TypeOverrides()
// As the product's own pool reads moments.
readers.setTypeParser(TIMESTAMPTZ, (text: string) => new Date(text).toISOString())

/** One real connection. It outlives the simulated process that used it, as connecting costs more than a query. */
export type RawConnection = {
  readonly number: number
  readonly client: Client
  readonly pid: number
  inTransaction: boolean
}

/** The real connections of this run to its database. */
export class RawConnections {
  readonly #connectionString: string
  readonly #free: RawConnection[] = []
  readonly #all: RawConnection[] = []
  #monitor: Client | undefined

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.#connectionString, types: readers })
    client.on('error', () => undefined)
    await client.connect()
    // A generic plan is forced, so that no connection decides it by itself, and no commit waits for the disk.
    await client.query(
      "set deadlock_timeout = '20ms'; set plan_cache_mode = force_generic_plan; set synchronous_commit = off; set jit = off",
    )
    return client
  }

  /** Opens this many, so that none has to be opened while a run is on. */
  async open(count: number): Promise<void> {
    const [monitor, ...clients] = await Promise.all(Array.from({ length: count + 1 }, () => this.#connect()))
    this.#monitor = monitor
    for (const client of clients) {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const connection = { number: this.#all.length, client, pid: rows[0]?.pid ?? 0, inTransaction: false }
      this.#all.push(connection)
      this.#free.push(connection)
    }
  }

  /** In the same order at the start of every run. */
  sort(): void {
    this.#free.sort((a, b) => b.number - a.number)
  }

  /** The one that was given back last: it has planned most statements already. */
  acquire(): RawConnection | undefined {
    return this.#free.pop()
  }

  release(connection: RawConnection): void {
    this.#free.push(connection)
  }

  /** Whether another one holds a transaction open, so that this one may have to wait for a lock of it. */
  mayWait(connection: RawConnection): boolean {
    return this.#all.some((other) => other !== connection && other.inTransaction)
  }

  get monitor(): Client {
    if (!this.#monitor) throw new Error('the connections are not open')
    return this.#monitor
  }

  /** Those of these backends that wait for another one's lock. */
  async blocked(pids: readonly number[]): Promise<Set<number>> {
    const { rows } = await this.monitor.query<{ pid: number }>(
      'select pid from unnest($1::int[]) as pid where cardinality(pg_blocking_pids(pid)) > 0',
      [pids],
    )
    return new Set(rows.map((row) => row.pid))
  }

  /** Those backends that have what these wait for. */
  async blockers(pids: readonly number[]): Promise<Set<number>> {
    const { rows } = await this.monitor.query<{ pid: number }>(
      'select distinct unnest(pg_blocking_pids(pid)) as pid from unnest($1::int[]) as pid',
      [pids],
    )
    return new Set(rows.map((row) => row.pid))
  }

  /** Undoes what a dead process had open, as the database does when a connection breaks. */
  async clean(connection: RawConnection, busy: boolean): Promise<void> {
    if (busy) {
      await this.monitor.query('select pg_cancel_backend($1)', [connection.pid])
      await pauseReally(1)
    }
    await connection.client.query('rollback').catch(() => undefined)
    connection.inTransaction = false
    this.release(connection)
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(({ client }) => client.end()))
    await this.#monitor?.end()
  }
}
