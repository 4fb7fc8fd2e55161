import type { CarriedFile, CarriedOperation, CarriedWork } from '#contract/carried-work.ts'
import { findFile, readFileContent } from '#data/files.ts'
import { guarded } from '#data/guard.ts'
import { readMeta } from '#data/meta.ts'
import { listFileWork, listUnsent, putEntries } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { readSession } from '#session/current-session.ts'
import { fileOfLane } from '../outbox/entry.ts'
import { workTransaction } from '../work-transaction.ts'

/** More than a phone ever owes; sealed it is a file of some megabytes. */
const MOST = 20_000
/** All files together: more would not go through the memory of a cheap phone, which seals them in one piece. */
const MOST_FILE_BYTES = 24 * 1024 * 1024

/** Work with the files that it names, and how many of these stay behind because they are too much together. */
export type WorkWithFiles = {
  readonly work: CarriedWork
  /** The content of each of `work.files`, in their order. */
  readonly contents: readonly ArrayBuffer[]
  readonly leftBehind: number
}

/** What a phone returns to a restored server it returns itself: it says which phone is back. */
function mayTravel({ type }: Pick<OutboxEntry, 'type'>): boolean {
  return !type.startsWith('receipt.return')
}

function carriedForm(entry: OutboxEntry): CarriedOperation {
  const { opId, type, v, lane, dependsOn, bodyHash, body, createdAt, writtenBy } = entry
  return {
    ...{ opId, type, v, lane, dependsOn: [...dependsOn], bodyHash, body, createdAt },
    ...(writtenBy ? { writtenBy: { ...writtenBy } } : {}),
  }
}

/** What would travel, to be looked at here: nothing of it leaves by this. As `collectWork` otherwise. */
export async function readWork(account: Account, now: number): Promise<CarriedWork | undefined> {
  const { db } = account
  return collect(account, now, () => guarded(db, () => listTravelling(db, new Set())))
}

/**
 * Everything this account still owes the server but the content of files: drafts included, a draft is an operation
 * until the server has it. What was refused travels too, it is judged again and can be mended where it arrives.
 * From here on another phone may send it, so that nobody takes it back here or rewrites it. `undefined` while nobody
 * of a company is signed in.
 */
export async function collectWork(account: Account, now: number): Promise<CarriedWork | undefined> {
  return collect(account, now, () => handOver(account, now, new Set()))
}

/** As `collectWork`, with the files of unsent expenses, smallest first as far as there is room. */
export async function collectWithFiles(account: Account, now: number): Promise<WorkWithFiles | undefined> {
  const { db } = account
  const entries = await guarded(db, () => listFileWork(db))
  const owed = new Set(
    entries.flatMap(({ state, lane }) => (state === 'done' ? [] : (fileOfLane(lane)?.sha256 ?? []))),
  )
  const known = await guarded(db, () => Promise.all([...owed].map((sha256) => findFile(db, sha256))))
  const files: CarriedFile[] = []
  const contents: ArrayBuffer[] = []
  let room = MOST_FILE_BYTES
  let leftBehind = 0
  for (const row of known.filter((row) => row !== undefined).sort((one, other) => one.size - other.size)) {
    const { sha256, type, size } = row
    if (size > room) {
      leftBehind += 1
      continue
    }
    const bytes = await guarded(db, () => readFileContent(db, sha256))
    if (bytes?.byteLength !== size) continue
    room -= size
    files.push({ sha256, type, size })
    contents.push(bytes)
  }
  const carried = new Set(files.map(({ sha256 }) => sha256))
  const work = await collect(account, now, () => handOver(account, now, carried))
  return work && { work: files.length > 0 ? { ...work, files } : work, contents, leftBehind }
}

/** The word that a file was sent travels with its content only. */
async function listTravelling(db: Account['db'], carried: ReadonlySet<string>): Promise<OutboxEntry[]> {
  return (await listUnsent(db, MOST)).filter((entry) => {
    const file = fileOfLane(entry.lane)
    return mayTravel(entry) && (file === undefined || carried.has(file.sha256))
  })
}

/**
 * Notes of what travels that it was handed over, before anybody else has it. A phone without room for the note hands it
 * over all the same: that it gets away counts for more than that it can be taken back by mistake.
 */
async function handOver(
  { db }: Account,
  now: number,
  carried: ReadonlySet<string>,
): Promise<readonly OutboxEntry[]> {
  try {
    return await workTransaction(db, async () => {
      const entries = await listTravelling(db, carried)
      const fresh = entries.filter(({ handedOverAt }) => handedOverAt === undefined)
      await putEntries(
        db,
        fresh.map((entry) => ({ ...entry, handedOverAt: toInstant(now) })),
        fresh,
      )
      return entries
    })
  } catch (error) {
    if (!(error instanceof DeviceStorageFailure) || error.code !== 'DEVICE_STORAGE_FULL') throw error
    return guarded(db, () => listTravelling(db, carried))
  }
}

async function collect(
  { db }: Account,
  now: number,
  list: () => Promise<readonly OutboxEntry[]>,
): Promise<CarriedWork | undefined> {
  const [session, deviceId] = await guarded(db, () =>
    Promise.all([readSession(db), readMeta(db, 'deviceId')]),
  )
  if (!session?.company || deviceId === undefined) return undefined
  const { user, company } = session
  return {
    kind: 'risiti-work',
    companyId: company.id,
    companyName: company.name,
    writer: { userId: user.id, deviceId, name: `${user.firstName} ${user.lastName}`.trim() },
    madeAt: toInstant(now),
    operations: (await list()).map(carriedForm),
  }
}
