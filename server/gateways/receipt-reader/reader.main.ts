import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ReadableFile } from './gateway.ts'
import { readCode, readText } from './read-content.ts'

/** Low, but on a busy machine it must be ready within its minute. */
const PRIORITY = 5
const MOST_MEMORY_BYTES = 700 * 1024 * 1024

// The program that reads one file, in a process of its own: whatever a file does to it, the server goes on.
try {
  setPriority(PRIORITY)
} catch {
  // A sandbox may refuse it: then the file is read all the same.
}
new Worker(new URL('./memory.worker.ts', import.meta.url), { workerData: MOST_MEMORY_BYTES }).unref()

/** What the server asks, and what it gets. A file that cannot be read ends the program. */
export type ReaderRequest = { readonly want: 'code' | 'text'; readonly file: ReadableFile }

process.once('message', (request: ReaderRequest) => {
  const { want, file } = request
  const reading = want === 'code' ? readCode(file) : readText(file)
  reading.then(
    (read) => process.send?.(read ?? 'nothing', () => process.exit(0)),
    () => process.exit(1),
  )
})
process.once('disconnect', () => process.exit(1))
