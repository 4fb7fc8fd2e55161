import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import { repeat } from './jobs/repeat.ts'
import { acceptNewLeader, noticeOtherDatabase, readDatabaseIdentity } from './notice-other-database.ts'
import type { Clock, Log } from './ports/system.ts'
import type { Database, Db } from './storage/schema.ts'
import { getServerState } from './storage/server-state.ts'

const EVERY_MS = 10_000

/** How far this machine saw the database: the end of its log in bytes, which only grows as long as it is the same one. */
const seenPosition = v.object({
  identity: v.string(),
  epoch: v.string(),
  position: v.pipe(v.string(), v.digits()),
  /** Every transaction below this number had ended, and the next one to come; absent in older files. */
  ended: v.optional(v.pipe(v.string(), v.digits())),
  next: v.optional(v.pipe(v.string(), v.digits())),
})
export type SeenPosition = v.InferOutput<typeof seenPosition>

const fileIn = (dataDir: string) => join(dataDir, 'database-position.json')

function readSeen(dataDir: string): SeenPosition | undefined {
  try {
    return v.parse(seenPosition, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

function writeSeen(dataDir: string, seen: SeenPosition): void {
  const draft = `${fileIn(dataDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(seen), { mode: 0o600, flush: true })
  renameSync(draft, fileIn(dataDir))
}

/** `undefined` where a provider does not show it, and on a standby. */
async function readPosition(db: Db, identity: string): Promise<SeenPosition | undefined> {
  try {
    const { rows } = await sql<{ position: string; ended: string; next: string }>`
      select (pg_current_wal_flush_lsn() - '0/0')::text as position,
        pg_snapshot_xmin(pg_current_snapshot())::text as ended, pg_snapshot_xmax(pg_current_snapshot())::text as next
    `.execute(db)
    const { epoch } = await getServerState(db)
    return rows[0] && { identity, epoch, ...rows[0] }
  } catch {
    return undefined
  }
}

/** Whether the database lacks its end: it is the one that was seen, no restore was made known, and its log is shorter. */
export function hasGoneBack(seen: SeenPosition | undefined, now: SeenPosition): boolean {
  return (
    seen !== undefined &&
    seen.identity === now.identity &&
    seen.epoch === now.epoch &&
    BigInt(now.position) < BigInt(seen.position)
  )
}

/** Whether the same cluster goes on on a later timeline: a standby took over, or a copy was restored into it. */
function isLaterTimeline(seen: SeenPosition, now: SeenPosition): boolean {
  const [[cluster, timeline], [clusterNow, timelineNow]] = [seen, now].map(({ identity }) =>
    identity.split('/'),
  ) as [string[], string[]]
  return cluster === clusterNow && Number(timelineNow) > Number(timeline) && seen.epoch === now.epoch
}

/**
 * Whether transactions are missing that had ended on what was seen: their numbers only grow, also over a new leader.
 * `undefined` where an older file does not say.
 */
function lacksEnded({ ended }: SeenPosition, { next }: SeenPosition): boolean | undefined {
  return ended === undefined || next === undefined ? undefined : BigInt(next) < BigInt(ended)
}

/** Whether a commit is answered only when a standby has it too: so it was on the leader before, by the same settings. */
async function waitsForStandby(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') not in ('off', 'local') as waits
  `.execute(db)
  return rows[0]?.waits === true
}

/**
 * Watches from the data folder whether the database goes back: the copy of its disk that was put back is the same
 * cluster on the same timeline, and phones that are behind it notice nothing. Then numbering stops as for another
 * database (design D16). A standby that took over is judged while it is known what was seen of the leader. It looks at once,
 * before anything is numbered, and every ten seconds.
 */
export async function watchDatabasePosition(
  db: Kysely<Database>,
  services: { readonly clock: Clock; readonly newId: () => string; readonly log: Log },
  dataDir: string,
): Promise<{ readonly stop: () => Promise<void> }> {
  let seen = readSeen(dataDir)
  const look = async () => {
    const identity = await readDatabaseIdentity(db)
    if (identity === undefined) return
    const now = await readPosition(db, identity)
    if (now === undefined || (now.position === seen?.position && identity === seen.identity)) return
    if (seen !== undefined && isLaterTimeline(seen, now)) {
      const lacks = lacksEnded(seen, now)
      // Another process that saw less may have accepted it already: what is missing counts all the same.
      if (lacks === true) await noticeOtherDatabase(db, services, identity, seen.epoch)
      else if (lacks === false && (await waitsForStandby(db)))
        await acceptNewLeader(db, services.log, seen.identity, identity)
      else await noticeOtherDatabase(db, services, identity)
    } else if (hasGoneBack(seen, now)) await noticeOtherDatabase(db, services, identity, seen?.epoch)
    seen = (await readPosition(db, identity)) ?? now
    writeSeen(dataDir, seen)
  }
  await look()
  const onError = (error: unknown) =>
    services.log({ event: 'database-position-failed', message: String(error) })
  const looking = repeat(look, EVERY_MS, onError)
  return {
    stop: async () => {
      await looking.stop()
      await look().catch(onError)
    },
  }
}
