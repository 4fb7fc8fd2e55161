const READS = ['get', 'getAll', 'getKey', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'] as const
const WRITES = ['add', 'put', 'delete', 'clear'] as const

type Counted = { readonly reads: string[]; readonly writes: string[]; readonly transactions: number }

/** Replaces a method while something runs; `seen` hears of each call. Returns what puts it back. */
function watch(prototype: object, name: string, seen: (self: object) => void): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)
  const original: unknown = descriptor?.value
  if (!descriptor || typeof original !== 'function') return () => undefined
  Object.defineProperty(prototype, name, {
    ...descriptor,
    value(this: object, ...args: unknown[]): unknown {
      seen(this)
      return Reflect.apply(original, this, args)
    },
  })
  return () => Object.defineProperty(prototype, name, descriptor)
}

function storeOf(source: object): IDBObjectStore | undefined {
  if (source instanceof IDBIndex) return source.objectStore
  return source instanceof IDBObjectStore ? source : undefined
}

/** What `work` asks of IndexedDB: the store of each read and of each write, and in how many transactions. */
export async function countStorageRequests(work: () => Promise<unknown>): Promise<Counted> {
  const reads: string[] = []
  const writes: string[] = []
  const transactions = new Set<IDBTransaction>()
  const noteIn = (list: string[]) => (source: object) => {
    const store = storeOf(source)
    if (!store) return
    list.push(store.name)
    transactions.add(store.transaction)
  }
  const undo = [IDBObjectStore.prototype, IDBIndex.prototype].flatMap((prototype) => [
    ...READS.map((name) => watch(prototype, name, noteIn(reads))),
    ...WRITES.map((name) => watch(prototype, name, noteIn(writes))),
  ])
  try {
    await work()
  } finally {
    for (const putBack of undo) putBack()
  }
  return { reads: reads.sort(), writes: writes.sort(), transactions: transactions.size }
}
