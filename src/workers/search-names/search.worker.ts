import { expose } from 'comlink'
import { type NamedRow, NameIndex } from './name-index.ts'
import { readRows } from './read-rows.ts'

/** The tables that are searched. */
export type SearchedTable = 'customers' | 'products'

/** Ids from `from` to `to`, both included. */
export type IdRange = { readonly from: string; readonly to: string }

/** The functions of this worker. */
export type SearchWorker = {
  /** Ids of active rows that have one of the texts inside, by name. Reads the table at the first call. */
  readonly find: (
    database: string,
    table: SearchedTable,
    wanted: readonly string[],
    limit: number,
  ) => Promise<readonly string[]>
  /** Rows of these ids were written or deleted. */
  readonly readAgain: (database: string, table: SearchedTable, ranges: readonly IdRange[]) => Promise<void>
}

type Kept = { readonly index: NameIndex; done: Promise<void> }

const kept = new Map<string, Kept>()

async function startReading(database: string, table: SearchedTable): Promise<NameIndex> {
  const name = `${database}/${table}`
  const known = kept.get(name)
  if (known) {
    await known.done
    return known.index
  }
  // The names of another account are of no use any more.
  for (const other of kept.keys()) if (!other.startsWith(`${database}/`)) kept.delete(other)
  const index = new NameIndex()
  const done = readRows<NamedRow>(database, table, (rows) => index.put(rows))
  kept.set(name, { index, done })
  try {
    await done
  } catch (error) {
    kept.delete(name)
    throw error
  }
  return index
}

const worker: SearchWorker = {
  find: async (database, table, wanted, limit) => (await startReading(database, table)).find(wanted, limit),
  readAgain: async (database, table, ranges) => {
    const name = `${database}/${table}`
    const known = kept.get(name)
    if (!known) return
    known.done = known.done.then(async () => {
      for (const range of ranges) {
        const read: NamedRow[] = []
        await readRows<NamedRow>(database, table, (rows) => read.push(...rows), range)
        known.index.replace(range, read)
      }
    })
    try {
      await known.done
    } catch {
      // Read from the start at the next search.
      kept.delete(name)
    }
  },
}

expose(worker)
