import { proxy, releaseProxy, wrap } from 'comlink'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CustomerCsvWorker } from './csv.worker.ts'
import type { ReadCustomers } from './read-customer-file.ts'

/**
 * Reads a file of customers in a worker. `onRows` gets the progress; when `stop` fires the worker ends at once and
 * the answer is `undefined`. Throws when the worker cannot be loaded or fails.
 */
export async function readCustomersInWorker(
  file: Blob,
  today: FiscalDay,
  { onRows, stop }: { readonly onRows: (done: number, all: number) => void; readonly stop: AbortSignal },
): Promise<ReadCustomers | undefined> {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<CustomerCsvWorker>(worker)
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'no worker')))
  })
  const stopped = new Promise<undefined>((resolve) => {
    stop.addEventListener('abort', () => resolve(undefined))
  })
  try {
    return await Promise.race([remote.read(file, today, proxy(onRows)), broken, stopped])
  } finally {
    remote[releaseProxy]()
    worker.terminate()
  }
}
