import type { CallFailure } from '#api/failure.ts'
import type { FileUploadState } from '#contract/files.ts'
import { findFile, findFileContent, updateFile } from '#data/files.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { findUnfinished, listFileEntries, updateEntries } from '#data/outbox-entries.ts'
import { fileOfOrderingKey, isDue } from '#data/outbox-entry.ts'
import type { FileRow, OutboxEntry } from '#data/rows.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import {
  chunkSizeAfterLoss,
  initialChunkSize,
  isNewChunkSize,
  type KnownChunkSize,
  mayUpload,
  nextChunkSize,
} from '#domain/files/may-upload.ts'
import type { Account } from '#session/account.ts'
import { requestedDelay, retryDelay } from '../connection/retry-delay.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import { tryOrTakeOver } from '../connection/take-over.ts'
import { UNKNOWN_CONNECTION } from './deferred-files.ts'

/** How the sending of files ended. */
export type FilesEnd = {
  /** Files that were sent completely: their operations may follow. */
  readonly completed: number
  /** When to try again; 0 for at once, `null` when only an outside event helps. */
  readonly dueInMs: number | null
}

export type FilesOptions = {
  /** The person asked: waits of single files do not count. Files that wait for Wi-Fi go on waiting. */
  readonly userRequested: boolean
  readonly until: number
  readonly stop?: AbortSignal
  /** Whether something else is waiting: it waits for the current chunk at most. */
  readonly shouldYield?: () => boolean
  /** Aborts the current chunk: it was sent over a connection that is gone. */
  readonly abandon?: AbortSignal
}

/** With what says that this page or worker goes on with it. */
type LeasedOptions = FilesOptions & { readonly renew: () => Promise<void> }

/** A chunk of 32 kB takes that long on the slowest connection; one of the smallest half of it. */
const CHUNK_TIMEOUT_MS = 60_000
/** The server's answer to an operation whose file it does not have any more, or not completely. */
const RESEND_REQUESTED = 'FILE_INCOMPLETE'
/** Another page or the worker is sending them; when it dies, this one continues. */
const BUSY: FilesEnd = { completed: 0, dueInMs: 15_000 }

/** Content that the storage failed to return so often in a row counts as lost. */
const UNREADABLE_TO_ATTENTION = 3

type Uploaded = 'whole' | 'interrupted' | 'failed' | 'not-admitted'

/** The chunk size of a turn, and when it was last measured. */
type ChunkSize = { bytes: number; measuredAt: number | null }

/** Base64 of bytes, in parts small enough for every JavaScript engine's limit on arguments. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  }
  return btoa(text)
}

/**
 * Sends the contents of files, chunk by chunk and one file after the other, when everything else has been sent.
 * Chunks that the server has are not sent again: an interrupted transfer continues where it ended, after a restart
 * too.
 */
export async function sendFiles(account: Account, deps: SyncDeps, options: FilesOptions): Promise<FilesEnd> {
  if ((await listReadyFiles(account)).length === 0) return { completed: 0, dueInMs: null }
  const end = await tryOrTakeOver(account, deps, 'files', (renew) =>
    sendUnderLock(account, deps, { ...options, renew }),
  )
  return end ?? BUSY
}

/** Entries whose file may be sent now: their dependencies are done. */
async function listReadyFiles({ db }: Account): Promise<OutboxEntry[]> {
  const queued = (await listFileEntries(db)).filter(({ state }) => state === 'queued')
  if (queued.length === 0) return []
  const owed = await findUnfinished(
    db,
    queued.flatMap(({ dependsOn }) => [...dependsOn]),
  )
  return queued.filter(({ dependsOn }) => !dependsOn.some((id) => owed.has(id)))
}

async function sendUnderLock(account: Account, deps: SyncDeps, options: LeasedOptions): Promise<FilesEnd> {
  const { db } = account
  const known = await findMeta(db, 'file-pace')
  const { kind } = deps.connection?.() ?? UNKNOWN_CONNECTION
  const chunkSize: ChunkSize = {
    bytes: initialChunkSize(known, kind, deps.ports.clock.now()),
    measuredAt: null,
  }
  const end = await sendSequentially(account, deps, options, chunkSize)
  if (chunkSize.measuredAt !== null) {
    const measured: KnownChunkSize = { bytes: chunkSize.bytes, at: chunkSize.measuredAt, kind }
    if (isNewChunkSize(known, measured)) await upsertMeta(db, 'file-pace', measured)
  }
  return end
}

/** One file after the other, in chunks that grow and shrink with the connection. */
async function sendSequentially(
  account: Account,
  deps: SyncDeps,
  options: LeasedOptions,
  chunkSize: ChunkSize,
): Promise<FilesEnd> {
  const { db } = account
  const [entries, defersLarge] = await Promise.all([
    listReadyFiles(account),
    findMeta(db, 'hold-large-files'),
  ])
  const connection = deps.connection?.() ?? UNKNOWN_CONNECTION
  let completed = 0
  let dueInMs: number | null = null
  for (const entry of entries) {
    const now = deps.ports.clock.now()
    const file = await fileToSend(account, entry, now)
    if (!file || !mayUpload(file, connection, defersLarge ?? false)) continue
    const { nextAt: dueAt = 0, waitSetAt = 0 } = file
    if (!options.userRequested && !isDue({ nextAt: dueAt, waitSetAt }, now)) {
      dueInMs = Math.min(dueInMs ?? Number.POSITIVE_INFINITY, dueAt - now)
      continue
    }
    const bytes = await readContent(account, deps, entry, file)
    if (bytes === 'unreadable') {
      const { nextAt = now } = (await findFile(db, file.sha256)) ?? {}
      dueInMs = Math.min(dueInMs ?? Number.POSITIVE_INFINITY, Math.max(0, nextAt - now))
      continue
    }
    const uploaded = bytes
      ? await upload(account, deps, options, { file, bytes, pace: chunkSize })
      : 'not-admitted'
    if (uploaded === 'interrupted') return { completed, dueInMs: 0 }
    if (uploaded === 'not-admitted') return { completed, dueInMs: null }
    if (uploaded === 'failed') {
      const next = (await findFile(db, file.sha256))?.nextAt ?? 0
      return { completed, dueInMs: Math.max(0, next - deps.ports.clock.now()) }
    }
    completed += 1
  }
  return { completed, dueInMs }
}

/** The browser lost the content of an unsent file: only the person can attach it again. */
async function markDamaged({ db }: Account, entry: OutboxEntry, now: number): Promise<void> {
  const last = { at: toInstant(now), kind: 'held' as const, http: null, code: 'FILE_DAMAGED' }
  await workTransaction(db, async () => {
    const current = await db.outbox.get(entry.seq)
    if (current?.opId === entry.opId && current.state === 'queued') {
      await updateEntries(db, [{ ...current, state: 'attention', last }])
    }
  })
}

/** The file of an entry with what is still to be sent; `undefined` when its operation may be sent. */
async function fileToSend(account: Account, entry: OutboxEntry, now: number): Promise<FileRow | undefined> {
  const { db } = account
  const sha256 = fileOfOrderingKey(entry.lane)?.sha256 ?? ''
  const file = await findFile(db, sha256)
  if (!file || (await db.run(() => db.fileContents.where('sha256').equals(sha256).count())) === 0) {
    await markDamaged(account, entry, now)
    return undefined
  }
  const resendAll = file.sent >= file.size && entry.last?.code === RESEND_REQUESTED
  if (file.sent >= file.size && !resendAll) return undefined
  return resendAll ? { ...file, sent: 0 } : file
}

/**
 * Reads the content of a file. If only this one is unreadable, the other files are still sent, and after a few
 * failures only the person can attach it again. Throws `DeviceStorageFailure` where the storage returns nothing at
 * all.
 */
async function readContent(
  account: Account,
  { ports }: SyncDeps,
  entry: OutboxEntry,
  { sha256, unread: before = 0 }: FileRow,
): Promise<ArrayBuffer | 'unreadable' | undefined> {
  const { db } = account
  try {
    return await findFileContent(db, sha256)
  } catch (error) {
    if (!(error instanceof DeviceStorageFailure)) throw error
    const unread = before + 1
    const now = ports.clock.now()
    const nextAt = now + Math.max(1_000, retryDelay(unread, ports.random()))
    await updateFile(db, sha256, { unread, nextAt, waitSetAt: now, code: error.code })
    if (unread >= UNREADABLE_TO_ATTENTION) await markDamaged(account, entry, now)
    return 'unreadable'
  }
}

/** What is said of a chunk that failed, until the next one. */
function failureCode(failure: CallFailure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.code
    case 'too-slow':
      return 'NETWORK_TOO_SLOW'
    case 'unreachable':
      return 'NETWORK_UNREACHABLE'
    case 'unreadable':
      return 'ANSWER_UNREADABLE'
  }
}

async function upload(
  { db }: Account,
  deps: SyncDeps,
  { until, stop, shouldYield, abandon, renew }: LeasedOptions,
  {
    file,
    bytes,
    pace: chunkSize,
  }: { readonly file: FileRow; readonly bytes: ArrayBuffer; readonly pace: ChunkSize },
): Promise<Uploaded> {
  const { clock, random } = deps.ports
  const { sha256, size } = file
  let offset = file.sent
  for (;;) {
    if (stop?.aborted || shouldYield?.() || clock.now() >= until) return 'interrupted'
    await renew()
    const length = Math.min(chunkSize.bytes, size - offset)
    const chunk = base64Of(new Uint8Array(bytes, offset, length))
    const startedAt = clock.now()
    const known = (await findFile(db, sha256))?.sent
    const input = { sha256, size, offset: offset, bytes: chunk }
    const outcome = await deps.call('files.send-piece', input, {
      timeoutMs: CHUNK_TIMEOUT_MS,
      ...(abandon ? { signal: abandon } : {}),
    })
    if (outcome.kind !== 'answered' && abandon?.aborted) return 'interrupted'
    // Another page took over while this one was frozen, and has sent more of it.
    if ((await findFile(db, sha256))?.sent !== known) return 'interrupted'
    if (outcome.kind !== 'answered') {
      // A login that is not accepted is detected and reported by the push of operations.
      if (outcome.kind === 'refused' && (outcome.status === 401 || outcome.status === 403)) {
        return 'not-admitted'
      }
      if (outcome.kind !== 'refused') {
        const before = chunkSize.bytes
        chunkSize.bytes = chunkSizeAfterLoss(before, clock.now() - startedAt)
        if (chunkSize.bytes !== before) chunkSize.measuredAt = clock.now()
      }
      const failures = (file.failures ?? 0) + 1
      const serverRetryAfterMs = outcome.kind === 'refused' ? outcome.retryAfterMs : null
      const ms =
        serverRetryAfterMs === null
          ? Math.max(1_000, retryDelay(failures, random()))
          : requestedDelay(serverRetryAfterMs, random())
      const waitSetAt = clock.now()
      const code = failureCode(outcome)
      await updateFile(db, sha256, { sent: offset, failures, nextAt: waitSetAt + ms, waitSetAt, code })
      return 'failed'
    }
    const place: FileUploadState = outcome.value
    // A refusal is answered to the operation, which may be sent now.
    offset = place.state === 'more' ? Math.min(place.received, size - 1) : size
    const next = nextChunkSize(chunkSize.bytes, clock.now() - startedAt, length)
    if (length === chunkSize.bytes || next !== chunkSize.bytes) chunkSize.measuredAt = clock.now()
    chunkSize.bytes = next
    const refused = place.state === 'refused' ? { refused: true as const } : {}
    await updateFile(db, sha256, { sent: offset, failures: 0, nextAt: 0, unread: 0, ...refused })
    if (offset === size) return 'whole'
  }
}
