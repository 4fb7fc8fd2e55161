import type { Page } from '@playwright/test'

/** What to change in a row: values replace, objects go deeper; a number names the place in a list. */
export type RowChange = { readonly [key: string]: RowChange | string | number | boolean | null }

/**
 * Changes a row in the database of the only account of this phone behind the app's back, as a damaged disk, an older
 * version or an attacker with the phone in hand would. Throws when there is no such row.
 */
export async function changeRow(
  page: Page,
  store: string,
  key: string | number,
  change: RowChange,
): Promise<void> {
  await page.evaluate(
    async ([storeName, rowKey, changed]) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('no reason given'))
        })
      const apply = (target: Record<string, unknown>, step: object): void => {
        for (const [name, value] of Object.entries<unknown>({ ...step })) {
          const inner = target[name]
          if (typeof value === 'object' && value !== null && typeof inner === 'object' && inner !== null) {
            apply(inner as Record<string, unknown>, value)
          } else target[name] = value
        }
      }
      const names = (await indexedDB.databases()).map((known) => known.name ?? '')
      const accounts = names.filter((known) => known.startsWith('efd_') && known !== 'efd_registry')
      const [name] = accounts
      if (!name || accounts.length > 1) throw new Error(`not one account: ${accounts.join(', ')}`)
      const db = await settled(indexedDB.open(name))
      try {
        const rows = db.transaction(storeName, 'readwrite').objectStore(storeName)
        const row = (await settled(rows.get(rowKey))) as Record<string, unknown> | undefined
        if (!row) throw new Error(`no ${storeName} ${rowKey}`)
        apply(row, changed)
        await settled(rows.put(row))
      } finally {
        db.close()
      }
    },
    [store, key, change] as const,
  )
}

/** Every row of a store of the only account of this phone, as stored on the disk. */
export async function readRows(page: Page, store: string): Promise<Record<string, unknown>[]> {
  return await page.evaluate(async (storeName) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('no reason given'))
      })
    const names = (await indexedDB.databases()).map((known) => known.name ?? '')
    const name = names.find((known) => known.startsWith('efd_') && known !== 'efd_registry')
    if (!name) throw new Error('no account on this phone')
    const db = await settled(indexedDB.open(name))
    try {
      return (await settled(db.transaction(storeName).objectStore(storeName).getAll())) as Record<
        string,
        unknown
      >[]
    } finally {
      db.close()
    }
  }, store)
}

/** A value that the signed-in phone keeps under a key, such as what is half filled in. Each letter is kept at once. */
export async function readMetaValue(page: Page, key: string): Promise<unknown> {
  return (await readRows(page, 'meta')).find((row) => row['key'] === key)?.['value']
}

/** Takes a row out of the database of the only account of this phone behind the app's back. */
export async function removeRow(page: Page, store: string, key: string | number): Promise<void> {
  await page.evaluate(
    async ([storeName, rowKey]) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('no reason given'))
        })
      const names = (await indexedDB.databases()).map((known) => known.name ?? '')
      const name = names.find((known) => known.startsWith('efd_') && known !== 'efd_registry')
      if (!name) throw new Error('no account on this phone')
      const db = await settled(indexedDB.open(name))
      try {
        await settled(db.transaction(storeName, 'readwrite').objectStore(storeName).delete(rowKey))
      } finally {
        db.close()
      }
    },
    [store, key] as const,
  )
}

/**
 * Puts rows into the database of the only account of this phone behind the app's back: new ones, at the end of stores
 * that count by themselves. `entries` go to the outbox, each under the next number of the device.
 */
export async function addRows(
  page: Page,
  rows: readonly { readonly store: string; readonly row: object }[],
  entries: readonly object[],
): Promise<void> {
  await page.evaluate(
    async ([records, operations]) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('no reason given'))
        })
      const names = (await indexedDB.databases()).map((known) => known.name ?? '')
      const name = names.find((known) => known.startsWith('efd_') && known !== 'efd_registry')
      if (!name) throw new Error('no account on this phone')
      const db = await settled(indexedDB.open(name))
      try {
        const stores = new Set(['outbox', 'meta', ...records.map(({ store }) => store)])
        const tx = db.transaction([...stores], 'readwrite')
        for (const { store, row } of records) await settled(tx.objectStore(store).put(row))
        const meta = tx.objectStore('meta')
        const numberAt = async (key: string) =>
          ((await settled(meta.get(key))) as { value?: number } | undefined)?.value ?? 0
        let deviceSeq = await numberAt('deviceSeq')
        for (const entry of operations) {
          deviceSeq += 1
          await settled(tx.objectStore('outbox').add({ ...entry, deviceSeq }))
        }
        await settled(meta.put({ key: 'deviceSeq', value: deviceSeq }))
        const pending = await numberAt('pending')
        await settled(meta.put({ key: 'pending', value: pending + operations.length }))
      } finally {
        db.close()
      }
    },
    [rows, entries] as const,
  )
}
