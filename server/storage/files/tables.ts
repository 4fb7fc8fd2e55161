import type { Generated } from 'kysely'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { FileType } from '#domain/files/validate-file.ts'
import type { Moment } from '../column-types.ts'

/** A file of a company, complete or still being received. */
export type FilesTable = {
  company_id: string
  sha256: string
  size: number
  /** Bytes that are here, without a hole from the first on. */
  received: number
  /** By its content; known when it is whole. */
  type: FileType | null
  /** Why the server refused to store it. */
  refused: ErrorCode | null
  /** Times it arrived in full and was not what its hash says. */
  restarts: Generated<number>
  begun_at: Moment
  begun_by: string
  whole_at: Moment | null
}

export type FilePiecesTable = { company_id: string; sha256: string; at: number; bytes: Buffer }
