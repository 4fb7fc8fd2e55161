import type { EmptiedStore } from '../plan/plan.ts'
import { insideOf, type PhoneStorage } from './phone-storage.ts'
import { ROW_DAMAGES, type Row } from './row-damages.ts'

/** Where a row was, and what it was. */
export type LostRow = { readonly database: string; readonly row: Row }

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

function isUnsent(value: unknown): value is Row {
  return isRow(value) && value['state'] !== 'done'
}

/** Spoils the row that `which` picks among those that wait to be sent; indexes follow what is left of it. */
export function damageRow(storage: PhoneStorage, which: number, how: number): LostRow | undefined {
  const waiting = [...insideOf(storage)].flatMap(([database, { rawObjectStores }]) =>
    [...(rawObjectStores.get('outbox')?.records.values() ?? [])]
      .filter(({ value }) => isRow(value) && value['state'] === 'queued')
      .map((record) => ({ database, record })),
  )
  const found = waiting[which % Math.max(1, waiting.length)]
  const damage = ROW_DAMAGES[how % ROW_DAMAGES.length]
  if (!found || !damage || !isRow(found.record.value)) return undefined
  const row = found.record.value
  insideOf(storage)
    .get(found.database)
    ?.rawObjectStores.get('outbox')
    ?.storeRecord({ key: found.record.key, value: structuredClone(damage(row)) }, false)
  return { database: found.database, row }
}

/** Empties tables of every account that has something unsent; returns what waited there. */
export function emptyStores(storage: PhoneStorage, stores: readonly EmptiedStore[]): LostRow[] {
  const lost: LostRow[] = []
  for (const [database, { rawObjectStores }] of insideOf(storage)) {
    const rows = [...(rawObjectStores.get('outbox')?.records.values() ?? [])]
      .map(({ value }) => value)
      .filter(isUnsent)
    if (rows.length === 0) continue
    lost.push(...rows.map((row) => ({ database, row })))
    for (const store of stores) rawObjectStores.get(store)?.clear()
  }
  return lost
}
