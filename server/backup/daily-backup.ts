import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import * as v from 'valibot'
import { DAY_MS, instantMs, parseInstant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Clock, Log } from '../ports/system.ts'
import { startCluster } from '../storage/embedded/start-cluster.ts'
import { BACKUP_SUFFIX } from './data-folder.ts'
import { makeBackup } from './make-backup.ts'

/** How many daily backups are kept; older ones are removed. */
const RETAINED_BACKUPS = 14
const POLL_INTERVAL_MS = 10 * 60_000
/** A name further ahead is of a time when the clock was wrong; it is no backup of today, and none to count. */
const AHEAD_MS = 60 * 60_000
/** What a backup is written to until it is whole; only one that was broken off is this old. */
const DRAFT_NAME = new RegExp(`^\\.(risiti-.*\\${BACKUP_SUFFIX})\\.\\d+\\.part$`)
const BACKUP_LOCK = 20_261_130
const lockRow = v.tuple([v.object({ locked: v.boolean() })])
const BACKUP_NAME = new RegExp(
  `^risiti-(\\d{4})(\\d{2})(\\d{2})T(\\d{2})(\\d{2})(\\d{2})Z\\${BACKUP_SUFFIX}$`,
)

export type DailyBackup = {
  /** Where the backups go; best a disk of another machine. */
  readonly dir: string
  readonly passphrase: string
  readonly dataDir: string
  readonly key: Uint8Array
  readonly clock: Clock
  readonly log: Log
  /** For tests only. */
  readonly scryptCost?: number
  readonly unsafeNoSync?: boolean
}

/** When the daily backup of this name was made; `undefined` for any other file. */
function madeAtMs(name: string): number | undefined {
  const parts = BACKUP_NAME.exec(name)
  if (parts === null) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const at = parseInstant(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`)
  return at && instantMs(at)
}

/** The daily backups of a folder by when they were made up to `nowMs`, oldest first. Other files are none of ours. */
export async function listDailyBackups(
  dir: string,
  nowMs: number,
): Promise<{ name: string; atMs: number }[]> {
  const names = await readdir(dir)
  return names
    .flatMap((name) => {
      const atMs = madeAtMs(name)
      return atMs === undefined ? [] : [{ name, atMs }]
    })
    .filter(({ atMs }) => atMs <= nowMs + AHEAD_MS)
    .toSorted((a, b) => a.atMs - b.atMs)
}

/**
 * Removes what is left of backups that were broken off, by a stop of the server or of the machine, a day ago and more. What
 * cannot be removed is logged, and keeps no backup from being made.
 */
async function removeDrafts({ dir, log }: DailyBackup, nowMs: number): Promise<void> {
  for (const name of await readdir(dir)) {
    const atMs = madeAtMs(DRAFT_NAME.exec(name)?.[1] ?? '')
    if (atMs === undefined || nowMs - atMs < DAY_MS) continue
    const file = join(dir, name)
    await rm(file, { force: true }).catch((error: unknown) =>
      log({ event: 'backup-not-removed', file, error, alert: true }),
    )
  }
}

async function isDue({ dir, clock }: DailyBackup): Promise<boolean> {
  const nowMs = clock.now()
  const latest = (await listDailyBackups(dir, nowMs)).at(-1)
  return latest === undefined || nowMs - latest.atMs >= DAY_MS
}

/** Does the work unless another process of the data folder is at it; a process that dies holds no lock. */
async function unlessUnderWay<T>(daily: DailyBackup, work: () => Promise<T>): Promise<T | undefined> {
  const cluster = await startCluster(daily)
  const client = new Client({
    connectionString: cluster.connectionString,
    application_name: 'risiti-daily-backup',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [BACKUP_LOCK])
    const [{ locked }] = v.parse(lockRow, rows)
    return locked ? await work() : undefined
  } finally {
    await client.end()
    await cluster.stop()
  }
}

/**
 * Makes today's backup when the latest is a day old, and removes all but the newest fourteen and what was broken off. Gives
 * the new file, or `undefined` when none was due or another process makes it.
 */
export async function makeBackupWhenDue(daily: DailyBackup): Promise<string | undefined> {
  await mkdir(daily.dir, { recursive: true, mode: 0o700 })
  if (!(await isDue(daily))) return undefined
  return await unlessUnderWay(daily, async () => {
    // Another process may have made it before this one had the lock.
    if (!(await isDue(daily))) return undefined
    const nowMs = daily.clock.now()
    await removeDrafts(daily, nowMs)
    const stamp = toInstant(nowMs).replace(/[-:]|\.\d+/g, '')
    const file = join(daily.dir, `risiti-${stamp}${BACKUP_SUFFIX}`)
    await makeBackup({ ...daily, file })
    const old = (await listDailyBackups(daily.dir, nowMs)).slice(0, -RETAINED_BACKUPS)
    for (const { name } of old) await rm(join(daily.dir, name), { force: true })
    return file
  })
}

/** Looks every ten minutes whether the daily backup is due; a failed one is tried again then, and logged. */
export function scheduleDailyBackup(daily: DailyBackup): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const poll = () => {
    running = makeBackupWhenDue(daily)
      .then((file) => {
        if (file !== undefined) daily.log({ event: 'backup-made', file })
      })
      .catch((error: unknown) => daily.log({ event: 'backup-failed', error, alert: true }))
      .finally(() => {
        if (!stopped) timer = setTimeout(poll, POLL_INTERVAL_MS)
      })
  }
  poll()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
