const PAGE = 1_000

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no rows')))
  })
}

/** Opens what the page has opened before; throws instead of creating a database. */
async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name)
  request.addEventListener('upgradeneeded', () => request.transaction?.abort())
  const database = await answerOf(request)
  // The page upgrades or deletes the database: it must not wait for this connection.
  database.addEventListener('versionchange', () => database.close())
  return database
}

/**
 * All rows of a table with ids from `from` to `to` (all rows without them), a thousand at a time. The connection is
 * open only while it reads.
 */
export async function readRows<Row extends { readonly id: string }>(
  name: string,
  table: string,
  onRows: (rows: readonly Row[]) => void,
  range?: { readonly from: string; readonly to: string },
): Promise<void> {
  const database = await open(name)
  try {
    let after: string | undefined
    for (;;) {
      const from = after ?? range?.from
      const low = from === undefined ? undefined : ([from, after !== undefined] as const)
      const keys = range
        ? IDBKeyRange.bound(low?.[0] ?? range.from, range.to, low?.[1] ?? false)
        : low && IDBKeyRange.lowerBound(...low)
      const store = database.transaction(table, 'readonly').objectStore(table)
      // The page checks the rows of its tables; this worker only reads them.
      const request = store.getAll(keys, PAGE) as IDBRequest<Row[]>
      const rows = await answerOf(request)
      onRows(rows)
      after = rows.at(-1)?.id
      if (rows.length < PAGE || after === range?.to) return
    }
  } finally {
    database.close()
  }
}
