import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '#server/storage/schema.ts'

/** The database outside of the transaction under way. */
export const outerDatabase = new AsyncLocalStorage<Db>()
