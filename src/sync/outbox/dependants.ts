import type { AccountDatabase } from '#data/account-database.ts'
import { listDependants, listLane, putEntries, unfinished } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'

/** Entries that cannot go while this one stands: later ones of its lane, and those that name it. */
async function behind(db: AccountDatabase, entry: OutboxEntry): Promise<OutboxEntry[]> {
  const later = (await listLane(db, entry.lane)).filter((other) => other.seq > entry.seq)
  const dependants = await listDependants(db, entry.opId)
  return [...new Map([...later, ...dependants].map((other) => [other.seq, other])).values()]
}

/** Marks everything behind an entry that needs a person as blocked, further and further. Gives the lanes touched. */
export async function blockBehind(db: AccountDatabase, entry: OutboxEntry): Promise<string[]> {
  const lanes: string[] = []
  const open = [entry]
  for (let next = open.pop(); next; next = open.pop()) {
    const waiting = (await behind(db, next)).filter((other) => other.state === 'queued')
    await putEntries(
      db,
      waiting.map((other) => ({ ...other, state: 'blocked' as const, lease: null })),
    )
    lanes.push(...waiting.map((other) => other.lane))
    open.push(...waiting)
  }
  return lanes
}

/** Lets go what was blocked and has nothing stuck before it any more, further and further. Gives the lanes touched. */
export async function releaseBehind(db: AccountDatabase, blocked: readonly OutboxEntry[]): Promise<string[]> {
  const lanes: string[] = []
  const open = [...blocked]
  for (let next = open.shift(); next; next = open.shift()) {
    const entry = await db.outbox.get(next.seq)
    if (entry?.state !== 'blocked' || (await isStuck(db, entry))) continue
    await putEntries(db, [{ ...entry, state: 'queued', nextAt: 0, waitSetAt: 0 }])
    lanes.push(entry.lane)
    open.push(...(await behind(db, entry)))
  }
  return lanes
}

/** What stands behind an entry now; ask before the entry leaves the outbox. */
export const entriesBehind = behind

/** Whether something before this place, in its lane or among its dependencies, needs a person. */
export async function isStuck(
  db: AccountDatabase,
  entry: Pick<OutboxEntry, 'lane' | 'seq' | 'dependsOn'>,
): Promise<boolean> {
  const inLane = (await listLane(db, entry.lane)).some(
    (other) => other.seq < entry.seq && (other.state === 'attention' || other.state === 'blocked'),
  )
  if (inLane) return true
  const owed = await unfinished(db, entry.dependsOn)
  if (owed.size === 0) return false
  const dependencies = await db.outbox
    .where('opId')
    .anyOf([...owed])
    .toArray()
  return dependencies.some((other) => other.state === 'attention' || other.state === 'blocked')
}
