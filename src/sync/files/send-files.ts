import type { FilePlace } from '#contract/files.ts'
import { findFile, readFileContent, updateFile } from '#data/files.ts'
import { guarded } from '#data/guard.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { listFileWork, putEntries, unfinished } from '#data/outbox-entries.ts'
import type { FileRow, OutboxEntry } from '#data/rows.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import {
  type FilePace,
  firstPieceBytes,
  isNewPace,
  mayUpload,
  nextPieceBytes,
  pieceBytesAfterLoss,
} from '#domain/files/may-upload.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from '../deps.ts'
import { fileOfLane } from '../outbox/entry.ts'
import { isDue } from '../outbox/next-batch.ts'
import { askedDelay, retryDelay } from '../outbox/retry-delay.ts'
import { workTransaction } from '../work-transaction.ts'
import { NO_LINE } from './held-files.ts'

/** How the sending of files ended. */
export type FilesEnd = {
  /** Files that went out in full: their operations may follow. */
  readonly whole: number
  /** When it is worth coming back; 0 for at once, `null` when only outside news helps. */
  readonly dueInMs: number | null
}

export type FilesOptions = {
  /** The person asked: waits of single files do not count. What they hold for Wi-Fi stays held. */
  readonly wish: boolean
  readonly until: number
  readonly stop?: AbortSignal
  /** Whether something else waits for its turn: it never waits for more than the piece under way. */
  readonly isAwaited?: () => boolean
  /** Gives the piece under way up: it was given to a line that is gone. */
  readonly hurry?: AbortSignal
}

/** A piece of 32 kB takes that long on the slowest line there is; one of the smallest half of it. */
const PIECE_TIMEOUT_MS = 60_000
/** What the server means by an operation whose file it does not have, or has no more. */
const ASKED_AGAIN = 'FILE_INCOMPLETE'
/** Somebody else on this phone sends them; when that one dies, this one goes on. */
const BUSY: FilesEnd = { whole: 0, dueInMs: 15_000 }

/** A content that the storage withheld so often in a row is as good as lost. */
const UNREAD_TO_ATTENTION = 3

type Uploaded = 'whole' | 'interrupted' | 'failed' | 'not-admitted'

/** How large the pieces of a turn are, and when one of them last showed what the line carries. */
type Pace = { bytes: number; shownAt: number | null }

/** Base64 of bytes, in parts that every engine takes as arguments. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  }
  return btoa(text)
}

/**
 * Sends the contents of files, piece by piece and one after the other, when everything else has gone out. What the
 * server has it does not get again: whoever was cut goes on where it stands, after a restart too.
 */
export async function sendFiles(account: Account, deps: SyncDeps, options: FilesOptions): Promise<FilesEnd> {
  const { db } = account
  if ((await guarded(db, () => owedFiles(account))).length === 0) return { whole: 0, dueInMs: null }
  const end = await deps.locks.ifFree(`files:${account.id}`, () => sendUnderLock(account, deps, options))
  return end ?? BUSY
}

/** Entries whose file may go now: what they wait for is done. */
async function owedFiles({ db }: Account): Promise<OutboxEntry[]> {
  const queued = (await listFileWork(db)).filter(({ state }) => state === 'queued')
  if (queued.length === 0) return []
  const owed = await unfinished(
    db,
    queued.flatMap(({ dependsOn }) => [...dependsOn]),
  )
  return queued.filter(({ dependsOn }) => !dependsOn.some((id) => owed.has(id)))
}

async function sendUnderLock(account: Account, deps: SyncDeps, options: FilesOptions): Promise<FilesEnd> {
  const { db } = account
  const known = await guarded(db, () => readMeta(db, 'file-pace'))
  const { kind } = deps.line?.() ?? NO_LINE
  const pace: Pace = { bytes: firstPieceBytes(known, kind, deps.ports.clock.now()), shownAt: null }
  const end = await sendInTurn(account, deps, options, pace)
  if (pace.shownAt !== null) {
    const shown: FilePace = { bytes: pace.bytes, at: pace.shownAt, kind }
    if (isNewPace(known, shown)) await guarded(db, () => writeMeta(db, 'file-pace', shown))
  }
  return end
}

/** One file after the other, with pieces that `pace` grows and shrinks with the line. */
async function sendInTurn(
  account: Account,
  deps: SyncDeps,
  options: FilesOptions,
  pace: Pace,
): Promise<FilesEnd> {
  const { db } = account
  const [entries, holdsLarge] = await guarded(db, () =>
    Promise.all([owedFiles(account), readMeta(db, 'hold-large-files')]),
  )
  const line = deps.line?.() ?? NO_LINE
  let whole = 0
  let dueInMs: number | null = null
  for (const entry of entries) {
    const now = deps.ports.clock.now()
    const file = await fileToSend(account, entry, now)
    if (!file || !mayUpload(file, line, holdsLarge ?? false)) continue
    const { nextAt: dueAt = 0, waitSetAt = 0 } = file
    if (!options.wish && !isDue({ nextAt: dueAt, waitSetAt }, now)) {
      dueInMs = Math.min(dueInMs ?? Number.POSITIVE_INFINITY, dueAt - now)
      continue
    }
    const bytes = await readOrCount(account, deps, entry, file)
    if (bytes === 'unreadable') {
      const { nextAt = now } = (await guarded(db, () => findFile(db, file.sha256))) ?? {}
      dueInMs = Math.min(dueInMs ?? Number.POSITIVE_INFINITY, Math.max(0, nextAt - now))
      continue
    }
    const uploaded = bytes ? await upload(account, deps, options, { file, bytes, pace }) : 'not-admitted'
    if (uploaded === 'interrupted') return { whole, dueInMs: 0 }
    if (uploaded === 'not-admitted') return { whole, dueInMs: null }
    if (uploaded === 'failed') {
      const next = (await guarded(db, () => findFile(db, file.sha256)))?.nextAt ?? 0
      return { whole, dueInMs: Math.max(0, next - deps.ports.clock.now()) }
    }
    whole += 1
  }
  return { whole, dueInMs }
}

/** The browser lost the content of a file that is owed: only the person can attach it again. */
async function giveUp({ db }: Account, entry: OutboxEntry, now: number): Promise<void> {
  const last = { at: toInstant(now), kind: 'held' as const, http: null, code: 'FILE_DAMAGED' }
  await workTransaction(db, async () => {
    const current = await db.outbox.get(entry.seq)
    if (current?.opId === entry.opId && current.state === 'queued') {
      await putEntries(db, [{ ...current, state: 'attention', last }])
    }
  })
}

/** The file of an entry as far as it still has to go; `undefined` when its operation may go. */
async function fileToSend(account: Account, entry: OutboxEntry, now: number): Promise<FileRow | undefined> {
  const { db } = account
  const sha256 = fileOfLane(entry.lane)?.sha256 ?? ''
  const file = await guarded(db, () => findFile(db, sha256))
  if (!file || (await guarded(db, () => db.fileContents.where('sha256').equals(sha256).count())) === 0) {
    await giveUp(account, entry, now)
    return undefined
  }
  const lost = file.sent >= file.size && entry.last?.code === ASKED_AGAIN
  if (file.sent >= file.size && !lost) return undefined
  return lost ? { ...file, sent: 0 } : file
}

/**
 * The content of a file. Where the storage gives everything but this, the others go on, and after a few times only the
 * person can attach it again. Throws `DeviceStorageFailure` where the storage gives nothing at all.
 */
async function readOrCount(
  account: Account,
  { ports }: SyncDeps,
  entry: OutboxEntry,
  { sha256, unread: before = 0 }: FileRow,
): Promise<ArrayBuffer | 'unreadable' | undefined> {
  const { db } = account
  try {
    return await guarded(db, () => readFileContent(db, sha256))
  } catch (error) {
    if (!(error instanceof DeviceStorageFailure)) throw error
    const unread = before + 1
    const now = ports.clock.now()
    const nextAt = now + Math.max(1_000, retryDelay(unread, ports.random()))
    await updateFile(db, sha256, { unread, nextAt, waitSetAt: now })
    if (unread >= UNREAD_TO_ATTENTION) await giveUp(account, entry, now)
    return 'unreadable'
  }
}

async function upload(
  { db }: Account,
  deps: SyncDeps,
  { until, stop, isAwaited, hurry }: FilesOptions,
  { file, bytes, pace }: { readonly file: FileRow; readonly bytes: ArrayBuffer; readonly pace: Pace },
): Promise<Uploaded> {
  const { clock, random } = deps.ports
  const { sha256, size } = file
  let at = file.sent
  for (;;) {
    if (stop?.aborted || isAwaited?.() || clock.now() >= until) return 'interrupted'
    const length = Math.min(pace.bytes, size - at)
    const piece = base64Of(new Uint8Array(bytes, at, length))
    const begun = clock.now()
    const input = { sha256, size, offset: at, bytes: piece }
    const outcome = await deps.call('files.send-piece', input, {
      timeoutMs: PIECE_TIMEOUT_MS,
      ...(hurry ? { signal: hurry } : {}),
    })
    if (outcome.kind !== 'answered' && hurry?.aborted) return 'interrupted'
    if (outcome.kind !== 'answered') {
      // Who may not send at all finds out, and says so, by the operations.
      if (outcome.kind === 'refused' && (outcome.status === 401 || outcome.status === 403)) {
        return 'not-admitted'
      }
      if (outcome.kind !== 'refused') {
        const before = pace.bytes
        pace.bytes = pieceBytesAfterLoss(before, clock.now() - begun)
        if (pace.bytes !== before) pace.shownAt = clock.now()
      }
      const failures = (file.failures ?? 0) + 1
      const asked = outcome.kind === 'refused' ? outcome.retryAfterMs : null
      const ms =
        asked === null ? Math.max(1_000, retryDelay(failures, random())) : askedDelay(asked, random())
      const waitSetAt = clock.now()
      await updateFile(db, sha256, { sent: at, failures, nextAt: waitSetAt + ms, waitSetAt })
      return 'failed'
    }
    const place: FilePlace = outcome.value
    // A refusal is said for good about the operation, which may go now.
    at = place.state === 'more' ? Math.min(place.received, size - 1) : size
    const next = nextPieceBytes(pace.bytes, clock.now() - begun, length)
    if (length === pace.bytes || next !== pace.bytes) pace.shownAt = clock.now()
    pace.bytes = next
    const refused = place.state === 'refused' ? { refused: true as const } : {}
    await updateFile(db, sha256, { sent: at, failures: 0, nextAt: 0, unread: 0, ...refused })
    if (at === size) return 'whole'
  }
}
