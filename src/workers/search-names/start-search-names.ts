import { wrap } from 'comlink'
import type { SearchWorker } from './search.worker.ts'

/** Starts the search; it lives as long as the page, because reading a hundred thousand names takes seconds. */
export function startSearchNames(): SearchWorker {
  const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<SearchWorker>(worker)
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'no search worker')))
  })
  broken.catch(() => undefined)
  return {
    find: (...input) => Promise.race([remote.find(...input), broken]),
    readAgain: (...input) => Promise.race([remote.readAgain(...input), broken]),
  }
}
