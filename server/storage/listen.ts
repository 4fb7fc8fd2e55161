import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../ports/system.ts'

const RETRY_MS = 1_000

/** Channel on which the database announces that the status of a user, company, organization or session changed. */
export const STATUS_CHANNEL = 'risiti_standing'

/** Channel on which the database announces whose change feed has grown; the notice is the company's id. */
export const CHANGES_CHANNEL = 'risiti_changes'

/**
 * Listens to announcements of the database on a connection of its own, and calls `onNotice` for each with its
 * text, and once without text after every reconnection, because something may have been missed. Resolves when
 * it listens.
 */
export async function listen(options: {
  connectionString: string
  channel: string
  onNotice: (notice?: string) => void
  log: Log
}): Promise<{ readonly stop: () => Promise<void> }> {
  const ending = new AbortController()
  let current: Client | undefined

  async function connect(): Promise<void> {
    const client = new Client({
      connectionString: options.connectionString,
      application_name: 'risiti-listen',
      keepAlive: true,
    })
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => options.onNotice(payload))
    await client.connect()
    await client.query(`listen ${options.channel}`)
    client.on('end', () => {
      if (!ending.signal.aborted) void reconnect()
    })
    current = client
    options.onNotice()
  }

  async function reconnect(): Promise<void> {
    options.log({ event: 'listening-lost', channel: options.channel })
    while (!ending.signal.aborted) {
      try {
        await pause(RETRY_MS, undefined, { signal: ending.signal })
        await connect()
        return
      } catch {
        // The database is still away, or we are stopping; the loop decides.
      }
    }
  }

  await connect()
  return {
    stop: async () => {
      ending.abort()
      await current?.end().catch(() => undefined)
    },
  }
}
