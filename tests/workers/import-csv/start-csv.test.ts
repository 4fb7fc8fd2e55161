import { afterEach, expect, it, vi } from 'vitest'
import { startImport } from '#workers/import-csv/start-csv.ts'

afterEach(() => vi.unstubAllGlobals())

/** A worker that is busy for ever. */
class BusyWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

it('what a closed worker has not answered throws, so that nothing waits for it for ever (spec §5, import)', async () => {
  vi.stubGlobal('Worker', BusyWorker)
  const running = startImport('customers')
  const rows = running.takeCustomers(0, 100)
  const opened = running.open(new Blob(['name\nAluta']))
  running.close()
  await expect(rows).rejects.toThrow('closed')
  await expect(opened).rejects.toThrow('closed')
})
