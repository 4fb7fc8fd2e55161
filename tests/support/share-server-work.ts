import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where test servers keep what each of them would otherwise make again, one folder for all. */
const shared = resolve(import.meta.dirname, '../../node_modules/.cache/risiti-test-servers')

/** For the environment of a process: a second of reading and stripping types, spared from the second process on. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(shared, 'compiled') }

/**
 * Gives the data folder of a server the forms of the app that an earlier one compressed: making them takes six seconds
 * of the processor. The server makes what is missing and deletes what the app no longer has, as in a folder of its own.
 */
export function shareCompressedApp(dataDir: string): void {
  const compressed = join(shared, 'compressed')
  mkdirSync(compressed, { recursive: true, mode: 0o700 })
  mkdirSync(dataDir, { recursive: true })
  symlinkSync(compressed, join(dataDir, 'compressed'), 'junction')
}
