import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { DAY_MS, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { fileTypeOf } from '#domain/files/judge-file.ts'
import { PIECE_BYTES } from '#domain/files/may-upload.ts'
import { findCompany } from '../../storage/companies.ts'
import {
  addPiece,
  beginFile,
  countUploads,
  dropPieces,
  dropUnfinished,
  type FileStanding,
  lockFile,
  readContent,
  updateFile,
} from '../../storage/files.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'
import { Refusal } from '../refusal.ts'

type Piece = EndpointRequest<'files.send-piece'>
type Place = EndpointAnswer<'files.send-piece'>

/** What one company may begin within a day, and have open at once: a shop needs a tenth of it. */
export const UPLOAD_LIMITS = { openFiles: 40, dayBytes: 400 * 1024 * 1024 } as const
const LIMIT_RETRY_SECONDS = 3_600
/** What nobody goes on with for so long is forgotten; its phone begins again. */
const UNFINISHED_DAYS = 7
/** A content that so often was not what its hash says never will be. */
const MOST_RESTARTS = 3

const NEW: FileStanding = { size: 0, received: 0, type: null, refused: null, restarts: 0, whole: false }

type Upload = {
  readonly tx: Transaction<Database>
  readonly scope: CompanyScope
  readonly userId: string
  readonly at: Instant
}

/** The bytes of a piece. Nothing that is longer than asked for, or runs past the end of its file. */
function bytesOf({ bytes: text, offset, size }: Piece): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > PIECE_BYTES.most || offset + bytes.length > size) throw new Refusal('REQUEST_INVALID')
  return bytes
}

async function begin({ tx, scope, userId, at }: Upload, { sha256, size }: Piece): Promise<void> {
  const now = Date.parse(at)
  await dropUnfinished(tx, scope, toInstant(now - UNFINISHED_DAYS * DAY_MS))
  const { open, bytes } = await countUploads(tx, scope, toInstant(now - DAY_MS))
  if (open >= UPLOAD_LIMITS.openFiles || bytes + size > UPLOAD_LIMITS.dayBytes) {
    throw new Refusal('TOO_MANY_REQUESTS', { data: { retryAfterSeconds: LIMIT_RETRY_SECONDS } })
  }
  await beginFile(tx, scope, { sha256, size, userId, at })
}

/** Judges a file that has arrived in full: its hash must be the one it is named by (the phone starts over, else). */
async function finish({ tx, scope, at }: Upload, sha256: string, standing: FileStanding): Promise<Place> {
  const content = await readContent(tx, scope, sha256)
  const type = fileTypeOf(content)
  const sound = createHash('sha256').update(content).digest('hex') === sha256
  if (sound && type) {
    await updateFile(tx, scope, sha256, { type, whole_at: at })
    return { received: content.length, state: 'whole' }
  }
  await dropPieces(tx, scope, sha256)
  if (sound) return await refuse({ tx, scope }, sha256, 'FILE_TYPE_NOT_ALLOWED')
  const restarts = standing.restarts + 1
  if (restarts < MOST_RESTARTS) {
    await updateFile(tx, scope, sha256, { received: 0, restarts })
    return { received: 0, state: 'more' }
  }
  return await refuse({ tx, scope }, sha256, 'FILE_DAMAGED')
}

async function refuse(
  { tx, scope }: Pick<Upload, 'tx' | 'scope'>,
  sha256: string,
  code: 'FILE_DAMAGED' | 'FILE_TYPE_NOT_ALLOWED',
): Promise<Place> {
  await updateFile(tx, scope, sha256, { received: 0, refused: code })
  return { received: 0, state: 'refused' }
}

async function take(upload: Upload, piece: Piece, bytes: Buffer): Promise<Place> {
  const { tx, scope } = upload
  const { sha256, size, offset } = piece
  const known = await lockFile(tx, scope, sha256)
  if (known?.whole) return { received: known.size, state: 'whole' }
  // What one phone's damaged disk sent says nothing of the next phone's: whoever begins anew is heard.
  if (known?.refused && offset !== 0) return { received: 0, state: 'refused' }
  const standing = known?.refused ? { ...known, received: 0 } : (known ?? NEW)
  if (known === undefined) await begin(upload, piece)
  // One hash has one length: whoever began it with another was wrong, or is now, and the hash decides in the end.
  else if (known.size !== size) throw new Refusal('REQUEST_INVALID')
  if (offset !== standing.received || bytes.length === 0)
    return { received: standing.received, state: 'more' }
  // The first bytes tell what it is: the rest of what may not be kept need not travel.
  if (offset === 0 && bytes.length >= 8 && fileTypeOf(bytes) === undefined) {
    return await refuse(upload, sha256, 'FILE_TYPE_NOT_ALLOWED')
  }
  if (standing.refused) await updateFile(tx, scope, sha256, { refused: null })
  await addPiece(tx, scope, { sha256, at: offset, bytes })
  const received = offset + bytes.length
  if (received < size) return { received, state: 'more' }
  return await finish(upload, sha256, standing)
}

/**
 * Takes one piece of a file, if it is the next one; whoever sends another hears where to go on. Sending a piece twice
 * does nothing. A whole file that has the hash it is named by, and is a PDF, PNG or JPG by its content, is kept.
 */
export async function takePiece(context: ServiceContext, piece: Piece): Promise<Place> {
  const scope = companyScope(context)
  requireRight(context, 'expense.save', scope)
  const company = (await findCompany(context.db, scope))?.company
  if (company?.blockedByTra) throw new Refusal('COMPANY_BLOCKED_BY_TRA')
  const bytes = bytesOf(piece)
  const { userId } = context.actor
  return await inTransaction(context.db, (tx) =>
    take({ tx, scope, userId, at: toInstant(context.clock.now()) }, piece, bytes),
  )
}
