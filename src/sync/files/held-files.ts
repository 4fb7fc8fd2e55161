import type { AccountDatabase } from '#data/account-database.ts'
import { readMeta } from '#data/meta.ts'
import { listFileWork } from '#data/outbox-entries.ts'
import { type Line, mayUpload } from '#domain/files/may-upload.ts'
import { fileOfLane } from '../outbox/entry.ts'

/** What a phone is taken to be on where nothing is said about the line. */
export const NO_LINE: Line = { kind: 'unknown', savesData: false }

/** Lanes of the files that wait for Wi-Fi, as was wished. They are owed, but nobody need be told that they are late. */
export async function heldLanes(db: AccountDatabase, line: Line = NO_LINE): Promise<Set<string>> {
  if (!(await readMeta(db, 'hold-large-files'))) return new Set()
  const queued = (await listFileWork(db)).filter(({ state }) => state === 'queued')
  const rows = await db.files.bulkGet(queued.map(({ lane }) => fileOfLane(lane)?.sha256 ?? ''))
  const held = rows.map((row) => row !== undefined && row.sent < row.size && !mayUpload(row, line, true))
  return new Set(queued.filter((_, at) => held[at]).map(({ lane }) => lane))
}
