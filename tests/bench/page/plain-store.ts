import { Dexie, type Table } from 'dexie'

/** What the program adds to the page. */
export type PlainStore = {
  /**
   * Resolves when everything of the company is here: the moment, of the page's clock, and the first at which invoices were
   * seen, with how many.
   */
  untilAllIsHere(): Promise<{
    readonly firstAt: number
    readonly firstRows: number
    readonly endedAt: number
  }>
  /** Stores the invoices that are here once more, by nothing but `bulkPut`: milliseconds. */
  storeAgain(): Promise<{ readonly rows: number; readonly ms: number }>
}

declare global {
  interface Window {
    benchPlain?: PlainStore
  }
}

const ACCOUNT = /^efd_(?!registry)/
const LOOK_MS = 50
/** As many as a page of the feed brings. */
const CHUNK = 1_000

async function openAccount(): Promise<Dexie | undefined> {
  const name = (await Dexie.getDatabaseNames()).find((one) => ACCOUNT.test(one))
  return name === undefined ? undefined : await new Dexie(name).open()
}

/** Opened once, since opening takes longer than some reads; a newer version of the database closes it. */
async function untilOpen(): Promise<Dexie> {
  for (;;) {
    const db = await openAccount()
    if (db?.tables.some(({ name }) => name === 'meta')) return db
    db?.close()
    await pause()
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS))

async function isAllHere(db: Dexie): Promise<boolean> {
  const row: unknown = await db.table('meta').get('first-pull-done')
  return typeof row === 'object' && row !== null && 'value' in row && row.value === true
}

/** The same key and the same indexes. */
function schemaOf({ schema }: Table): string {
  return [schema.primKey, ...schema.indexes].map(({ src }) => src).join(',')
}

window.benchPlain = {
  untilAllIsHere: async () => {
    const db = await untilOpen()
    let firstRows = 0
    for (; firstRows === 0; firstRows = await db.table('invoices').count()) await pause()
    const firstAt = performance.now()
    while (!(await isAllHere(db))) await pause()
    const endedAt = performance.now()
    db.close()
    return { firstAt, firstRows, endedAt }
  },
  storeAgain: async () => {
    const db = await openAccount()
    if (!db) throw new Error('nobody is signed in')
    const plain = new Dexie('bench-plain')
    plain.version(1).stores({ invoices: schemaOf(db.table('invoices')) })
    await plain.open()
    const keys = await db.table('invoices').toCollection().primaryKeys()
    let ms = 0
    for (let at = 0; at < keys.length; at += CHUNK) {
      const rows: unknown[] = await db.table('invoices').bulkGet(keys.slice(at, at + CHUNK))
      const begun = performance.now()
      await plain.table('invoices').bulkPut(rows)
      ms += performance.now() - begun
    }
    await plain.delete()
    db.close()
    return { rows: keys.length, ms }
  },
}
