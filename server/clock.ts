import { randomUUID } from 'node:crypto'
import type { Clock } from './ports/system.ts'

/** The real clock and real ids: the only place of the server, beside `main.ts`, that asks the machine for them. */
export const systemClock: Clock = { now: () => Date.now() }
export const newId = (): string => randomUUID()
