import { receiveChunk } from '../../services/files/receive-chunk.ts'
import type { Handlers } from './handler-types.ts'

/** Endpoints for the contents of files. A route outside the contract reads them (`http/serve-files.ts`). */
export const fileHandlers: Pick<Handlers, 'files.send-piece'> = { 'files.send-piece': receiveChunk }
