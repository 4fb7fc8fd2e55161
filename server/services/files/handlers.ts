import type { Handlers } from '../../http/handlers.ts'
import { takePiece } from './take-piece.ts'

/** Calls about the contents of files. They are read at a door of their own (`http/serve-files.ts`). */
export const fileHandlers: Pick<Handlers, 'files.send-piece'> = { 'files.send-piece': takePiece }
