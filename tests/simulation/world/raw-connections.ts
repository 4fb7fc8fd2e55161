import { Client, TypeOverrides } from 'pg'
import { pauseReally } from './machine.ts'

const TIMESTAMPTZ = 1184
const readers = new TypeOverrides()
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
    await client.query("set deadlock_timeout = '20ms'")
    return client
  }

  /** Opens this many, so that none has to be opened while a run is on. */
  async open(count: number): Promise<void> {
    this.#monitor ??= await this.#connect()
    while (this.#all.length < count) {
      const client = await this.#connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const connection = { number: this.#all.length, client, pid: rows[0]?.pid ?? 0, inTransaction: false }
      this.#all.push(connection)
      this.#free.push(connection)
    }
  }

  /** In the same order at the start of every run. */
  sort(): void {
    this.#free.sort((a, b) => a.number - b.number)
  }

  take(): RawConnection | undefined {
    return this.#free.shift()
  }

  giveBack(connection: RawConnection): void {
    this.#free.push(connection)
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

  /** Undoes what a dead process had open, as the database does when a connection breaks. */
  async clean(connection: RawConnection, busy: boolean): Promise<void> {
    if (busy) {
      await this.monitor.query('select pg_cancel_backend($1)', [connection.pid])
      await pauseReally(1)
    }
    await connection.client.query('rollback').catch(() => undefined)
    connection.inTransaction = false
    this.giveBack(connection)
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(({ client }) => client.end()))
    await this.#monitor?.end()
  }
}
