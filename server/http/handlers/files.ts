import { receiveChunk } from '../../services/files/receive-chunk.ts'
import type { Handlers } from './handler-types.ts'

/** Calls about the contents of files. They are read at a door of their own (`http/serve-files.ts`). */
export const fileHandlers: Pick<Handlers, 'files.send-piece'> = { 'files.send-piece': receiveChunk }
