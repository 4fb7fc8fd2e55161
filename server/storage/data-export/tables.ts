import type { Generated } from 'kysely'
import type { Moment } from '../column-types.ts'

/** One export of all data of a company. */
export type DataExportsTable = {
  id: string
  company_id: string
  /** Who asked for it; the file is for this person alone. */
  user_id: string
  status: 'queued' | 'running' | 'done' | 'failed'
  /** How often it was begun; pieces of an attempt that was given up do not count. */
  attempt: Generated<number>
  /** Records written, of `total`. */
  done: Generated<number>
  total: Generated<number>
  /** Bytes of the ZIP file. */
  size: Generated<string>
  /** SHA-256 of the secret part of the latest link, hex. */
  link_hash: string | null
  link_until: Moment | null
  created_at: Moment
  changed_at: Moment
  expires_at: Moment
}

export type DataExportPiecesTable = {
  company_id: string
  export_id: string
  attempt: number
  number: number
  bytes: Buffer
}
