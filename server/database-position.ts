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
    const { rows } = await sql<{ position: string }>`
      select (pg_current_wal_flush_lsn() - '0/0')::text as position
    `.execute(db)
    const { epoch } = await getServerState(db)
    return rows[0] && { identity, epoch, position: rows[0].position }
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

/**
 * What the leader may have written without an answer to anybody when it was lost: its log may end so much later than that
 * of the standby. A copy restored from a backup lacks more, but for a quiet hour.
 */
const UNANSWERED_BYTES = 16n * 1024n * 1024n

/** Whether the same cluster goes on on a later timeline: a standby took over, or a copy was restored into it. */
function isLaterTimeline(seen: SeenPosition, now: SeenPosition): boolean {
  const [[cluster, timeline], [clusterNow, timelineNow]] = [seen, now].map(({ identity }) =>
    identity.split('/'),
  ) as [string[], string[]]
  return cluster === clusterNow && Number(timelineNow) > Number(timeline) && seen.epoch === now.epoch
}

/** Whether what went on may be the standby that has all of it: no commit is answered before a standby has it too. */
async function hasAllAnswered(db: Db, seen: SeenPosition, now: SeenPosition): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') not in ('off', 'local') as waits
  `.execute(db)
  return rows[0]?.waits === true && BigInt(now.position) + UNANSWERED_BYTES >= BigInt(seen.position)
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
      if (await hasAllAnswered(db, seen, now))
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
