import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { DAY_MS, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { CHUNK_BYTES } from '#domain/files/may-upload.ts'
import { fileTypeOf } from '#domain/files/validate-file.ts'
import { Refusal } from '../../ports/refusal.ts'
import {
  countUploads,
  deleteChunks,
  type FileStatus,
  getContent,
  insertChunk,
  insertFile,
  lockFile,
  updateFile,
} from '../../storage/files/files.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'

type FileChunk = EndpointRequest<'files.send-piece'>
type UploadState = EndpointAnswer<'files.send-piece'>

/** What one company may begin within a day, and have open at once: a shop needs a tenth of it. */
export const UPLOAD_LIMITS = { openFiles: 40, dayBytes: 400 * 1024 * 1024 } as const
const LIMIT_RETRY_SECONDS = 3_600
/** A content that so often was not what its hash says never will be. */
const MAX_RESTARTS = 3

const NEW_FILE: FileStatus = { size: 0, received: 0, type: null, refused: null, restarts: 0, complete: false }

type Upload = {
  readonly tx: Transaction<Database>
  readonly scope: CompanyScope
  readonly userId: string
  readonly at: Instant
}

/** The bytes of a chunk. Throws when it is longer than allowed, or runs past the end of its file. */
function decodeChunk({ bytes: text, offset, size }: FileChunk): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > CHUNK_BYTES.max || offset + bytes.length > size) throw new Refusal('REQUEST_INVALID')
  return bytes
}

async function beginUpload({ tx, scope, userId, at }: Upload, { sha256, size }: FileChunk): Promise<void> {
  const now = Date.parse(at)
  const { open, bytes } = await countUploads(tx, scope, toInstant(now - DAY_MS))
  if (open >= UPLOAD_LIMITS.openFiles || bytes + size > UPLOAD_LIMITS.dayBytes) {
    throw new Refusal('TOO_MANY_REQUESTS', { data: { retryAfterSeconds: LIMIT_RETRY_SECONDS } })
  }
  await insertFile(tx, scope, { sha256, size, userId, at })
}

/** Judges a file that has arrived in full: its hash must be the one it is named by (the phone starts over, else). */
async function finishUpload(
  { tx, scope, at }: Upload,
  sha256: string,
  status: FileStatus,
): Promise<UploadState> {
  const content = await getContent(tx, scope, sha256)
  const type = fileTypeOf(content)
  const hashMatches = createHash('sha256').update(content).digest('hex') === sha256
  if (hashMatches && type) {
    await updateFile(tx, scope, sha256, { type, whole_at: at })
    return { received: content.length, state: 'whole' }
  }
  await deleteChunks(tx, scope, sha256)
  if (hashMatches) return await refuseFile({ tx, scope }, sha256, 'FILE_TYPE_NOT_ALLOWED')
  const restarts = status.restarts + 1
  if (restarts < MAX_RESTARTS) {
    await updateFile(tx, scope, sha256, { received: 0, restarts })
    return { received: 0, state: 'more' }
  }
  return await refuseFile({ tx, scope }, sha256, 'FILE_DAMAGED')
}

async function refuseFile(
  { tx, scope }: Pick<Upload, 'tx' | 'scope'>,
  sha256: string,
  code: 'FILE_DAMAGED' | 'FILE_TYPE_NOT_ALLOWED',
): Promise<UploadState> {
  await updateFile(tx, scope, sha256, { received: 0, refused: code })
  return { received: 0, state: 'refused' }
}

async function appendChunk(upload: Upload, chunk: FileChunk, bytes: Buffer): Promise<UploadState> {
  const { tx, scope } = upload
  const { sha256, size, offset } = chunk
  const existing = await lockFile(tx, scope, sha256)
  if (existing?.complete) return { received: existing.size, state: 'whole' }
  // A refused file of one phone, for example from a damaged disk, says nothing about another phone's copy: an
  // upload that begins at 0 again is accepted.
  if (existing?.refused && offset !== 0) return { received: 0, state: 'refused' }
  const status = existing?.refused ? { ...existing, received: 0 } : (existing ?? NEW_FILE)
  if (existing === undefined) await beginUpload(upload, chunk)
  // One hash has one length. If two uploads disagree, one of them is wrong, and the hash decides in the end.
  else if (existing.size !== size) throw new Refusal('REQUEST_INVALID')
  if (offset !== status.received || bytes.length === 0) return { received: status.received, state: 'more' }
  // The first bytes show the file type: the rest of a forbidden file need not be sent.
  if (offset === 0 && bytes.length >= 8 && fileTypeOf(bytes) === undefined) {
    return await refuseFile(upload, sha256, 'FILE_TYPE_NOT_ALLOWED')
  }
  if (status.refused) await updateFile(tx, scope, sha256, { refused: null })
  await insertChunk(tx, scope, { sha256, at: offset, bytes })
  const received = offset + bytes.length
  if (received < size) return { received, state: 'more' }
  return await finishUpload(upload, sha256, status)
}

/**
 * Takes one chunk of a file if it is the next one; otherwise the answer says where to continue. Sending a
 * chunk twice does nothing. A complete file is stored when it matches its hash and is a PDF, PNG or JPG by
 * its content.
 */
export async function receiveChunk(context: ServiceContext, chunk: FileChunk): Promise<UploadState> {
  const scope = companyScope(context)
  requireRight(context, 'expense.save', scope)
  const bytes = decodeChunk(chunk)
  const { userId } = context.actor
  return await inTransaction(context.db, (tx) =>
    appendChunk({ tx, scope, userId, at: toInstant(context.clock.now()) }, chunk, bytes),
  )
}
