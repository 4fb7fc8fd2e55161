import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../ports/system.ts'

const RETRY_MS = 1_000
/** A server that does not answer this long is gone, though the network never said so. */
const CHECK_MS = 10_000

/** Channel on which the database announces whose access changed: `user:`, `company:` or `organization:` and an id. */
export const STATUS_CHANNEL = 'risiti_standing'

/** Channel on which processes tell one another whose change feed has grown; see `feed-notices.ts`. */
export const CHANGES_CHANNEL = 'risiti_feeds'

type Channel = typeof STATUS_CHANNEL | typeof CHANGES_CHANNEL
type OnNotice = (notice?: string) => void

export type Listening = {
  /** Sends a notice to every process, this one included. Rejects when it cannot; nothing is kept for later. */
  readonly send: (channel: Channel, notice: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Listens to announcements on one connection of its own. Calls the function of a channel for each with its text, and
 * every function once without text after each reconnection, because something may have been missed. Resolves when it
 * listens.
 */
export async function listen(options: {
  connectionString: string
  channels: Readonly<Record<Channel, OnNotice>>
  log: Log
}): Promise<Listening> {
  const ending = new AbortController()
  const channels = Object.entries(options.channels) as [Channel, OnNotice][]
  let current: Client | undefined
  let check: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const client = new Client({
      connectionString: options.connectionString,
      application_name: 'risiti-listen',
      keepAlive: true,
      connectionTimeoutMillis: CHECK_MS,
      query_timeout: CHECK_MS,
      // A notice may be lost: a commit that only carries notices waits for no disk and no standby.
      options: '-c synchronous_commit=off',
    })
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => {
      for (const [name, onNotice] of channels) if (name === channel) onNotice(payload)
    })
    try {
      await client.connect()
      for (const [name] of channels) await client.query(`listen ${name}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    client.on('end', () => {
      clearInterval(check)
      if (current === client) current = undefined
      if (!ending.signal.aborted) void reconnect()
    })
    current = client
    check = setInterval(() => {
      client.query('select 1').catch(() => void client.end().catch(() => undefined))
    }, CHECK_MS)
    for (const [, onNotice] of channels) onNotice()
  }

  async function reconnect(): Promise<void> {
    options.log({ event: 'listening-lost' })
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
    send: async (channel, notice) => {
      if (!current) throw new Error('Connection terminated: there is no listening connection')
      await current.query('select pg_notify($1, $2)', [channel, notice])
    },
    stop: async () => {
      ending.abort()
      clearInterval(check)
      await current?.end().catch(() => undefined)
    },
  }
}
