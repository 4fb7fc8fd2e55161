import type { Client, Pool, PoolClient } from 'pg'
import { isConnectionUseless, isUnanswered } from './sql-errors.ts'

/**
 * Lets a pool not keep connections to a server that no longer writes: after a failover they would lead to the demoted one
 * for as long as it lives. The next connection is a new one, wherever the address leads by then. A connection on which
 * nothing is answered is closed at once: the rollback would wait on it too.
 */
export class UselessConnections {
  readonly #found = new WeakSet<PoolClient>()

  note(client: PoolClient, error: unknown): void {
    if (isConnectionUseless(error)) this.#found.add(client)
    if (isUnanswered(error)) void (client as PoolClient & Pick<Client, 'end'>).end()
  }

  /** The pool, from which what was noted is gone once it is given back. */
  discardFrom(pool: Pool) {
    const connect = async (): Promise<PoolClient> => {
      const client = await pool.connect()
      const release = client.release.bind(client)
      client.release = (destroy) => release(destroy || this.#found.has(client))
      return client
    }
    return { connect, end: async () => await pool.end(), options: pool.options }
  }
}
