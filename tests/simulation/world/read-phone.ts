import { Dexie } from 'dexie'
import type { Aggregate } from '#contract/aggregates.ts'
import type {
  AuditRow,
  CollectionRow,
  CustomerRow,
  ExpenseRow,
  FileRow,
  InvoiceRow,
  OutboxEntry,
  OverlayRow,
  ProductRow,
  ServerCopyRow,
  VendorRow,
} from '#data/rows.ts'
import type { Phone } from './phone.ts'
import { isBusy, openFromOutside } from './phone-storage.ts'
import type { Scheduler } from './scheduler.ts'

/** Everything one account of one phone holds. */
export type AccountState = {
  readonly phone: string
  readonly database: string
  readonly invoices: readonly InvoiceRow[]
  readonly customers: readonly CustomerRow[]
  readonly products: readonly ProductRow[]
  readonly expenses: readonly ExpenseRow[]
  readonly vendors: readonly VendorRow[]
  readonly collections: readonly CollectionRow[]
  readonly files: readonly FileRow[]
  /** Hashes of the files whose content is here. */
  readonly contents: readonly string[]
  readonly aggregates: readonly Aggregate[]
  readonly overlays: readonly OverlayRow[]
  readonly outbox: readonly OutboxEntry[]
  readonly shadows: readonly ServerCopyRow[]
  readonly audit: readonly AuditRow[]
  readonly meta: Readonly<Record<string, unknown>>
}

const STORES = [
  ...['invoices', 'customers', 'products', 'expenses', 'files', 'aggregates', 'overlays'],
  ...['vendors', 'collections'],
  ...['outbox', 'shadows', 'audit', 'meta'],
]

/** No phone is frozen for longer. */
const LONGEST_TRANSACTION_MS = 3_600_000

/**
 * Reads all accounts of all phones from outside. A transaction that has begun waits for virtual time, and all
 * others wait for it: it is finished first.
 */
export async function readPhones(scheduler: Scheduler, phones: readonly Phone[]): Promise<AccountState[]> {
  const isOver = () => !phones.some(({ storage }) => isBusy(storage))
  const ended = await scheduler.run(isOver, scheduler.now + LONGEST_TRANSACTION_MS)
  scheduler.current = undefined
  if (ended !== 'done') throw new Error('the storage of a phone is never at rest')
  const states: AccountState[] = []
  for (const phone of phones) states.push(...(await readPhone(phone)))
  return states
}

async function readPhone(phone: Phone): Promise<AccountState[]> {
  openFromOutside(phone.storage)
  const found: AccountState[] = []
  const names = (await phone.storage.databases()).map(({ name }) => name ?? '').sort()
  for (const name of names) {
    if (!name.startsWith('efd_') || name === 'efd_registry') continue
    const db = await new Dexie(name).open()
    const rows: Record<string, unknown[]> = {}
    for (const store of STORES) rows[store] = await db.table(store).toArray()
    const contents = await db.table('fileContents').toCollection().primaryKeys()
    db.close()
    const meta = Object.fromEntries(
      (rows['meta'] as { key: string; value: unknown }[]).map(({ key, value }) => [key, value]),
    )
    // What the product wrote under these names is of these types.
    found.push({ phone: phone.name, database: name, ...rows, contents, meta } as unknown as AccountState)
  }
  openFromOutside(undefined)
  return found
}
