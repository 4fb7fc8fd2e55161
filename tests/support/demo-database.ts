import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { clusterUrl, readPostmaster } from '#server/storage/embedded/postmaster.ts'

/** The database of a running product, as an administrator at its console reaches it. */
export type DemoDatabase = {
  /** Runs one statement and gives its rows. */
  run(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/** Reaches the embedded database that lives in the data folder of a product; each statement on a connection of its own. */
export function connectDatabase(dataDir: string): DemoDatabase {
  return {
    async run(statement, values = []) {
      const postmaster = readPostmaster(join(dataDir, 'postgres'))
      if (!postmaster) throw new Error('the database does not run')
      const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
      const client = new Client({ connectionString: clusterUrl(postmaster.port, password, 'risiti') })
      await client.connect()
      try {
        const { rows } = await client.query<Record<string, unknown>>(statement, [...values])
        return rows
      } finally {
        await client.end()
      }
    },
  }
}
