import { proxy, type Remote, releaseProxy, wrap } from 'comlink'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CsvWorker } from './csv.worker.ts'
import type { ReadCustomers } from './read-customer-file.ts'
import type { ReadProducts } from './read-product-file.ts'

/** Runs one piece of work in a new worker, which ends at once when `stop` fires; the answer is `undefined` then. */
async function inWorker<T>(
  work: (remote: Remote<CsvWorker>) => Promise<T>,
  stop: AbortSignal,
): Promise<T | undefined> {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<CsvWorker>(worker)
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'no worker')))
  })
  const stopped = new Promise<undefined>((resolve) => {
    stop.addEventListener('abort', () => resolve(undefined))
  })
  try {
    return await Promise.race([work(remote), broken, stopped])
  } finally {
    remote[releaseProxy]()
    worker.terminate()
  }
}

/**
 * Reads a file of customers in a worker. `onRows` gets the progress; when `stop` fires the worker ends at once and
 * the answer is `undefined`. Throws when the worker cannot be loaded or fails.
 */
export function readCustomersInWorker(
  file: Blob,
  today: FiscalDay,
  { onRows, stop }: { readonly onRows: (done: number, all: number) => void; readonly stop: AbortSignal },
): Promise<ReadCustomers | undefined> {
  return inWorker<ReadCustomers>(
    async (remote) => await remote.readCustomers(file, today, proxy(onRows)),
    stop,
  )
}

/** Reads a file of products in a worker; `undefined` when `stop` fired. Throws when the worker fails. */
export function readProductsInWorker(file: Blob, stop: AbortSignal): Promise<ReadProducts | undefined> {
  return inWorker<ReadProducts>(async (remote) => await remote.readProducts(file), stop)
}
