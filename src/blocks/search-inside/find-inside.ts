import type { AccountDatabase } from '#data/account-database.ts'
import { wantedKeys } from '#data/search-rows.ts'
import { watchChangedIds } from '#data/watch-changed-ids.ts'
import type { SearchedTable, SearchWorker } from '#workers/search-names/search.worker.ts'
import { startSearchNames } from '#workers/search-names/start-search-names.ts'

/** Shorter texts are in too many names to be meant so. */
const SHORTEST = 2

let search: SearchWorker | undefined
const watched = new Set<string>()

/** The worker, which from now on gets what changes in this table. */
function startSearch(db: AccountDatabase, table: SearchedTable): SearchWorker {
  search ??= startSearchNames()
  const { readAgain } = search
  const name = `${db.name}/${table}`
  if (!watched.has(name)) {
    watched.add(name)
    watchChangedIds(db, table, (ranges) => void readAgain(db.name, table, ranges).catch(() => undefined))
  }
  return search
}

/** What the worker finds; nothing where a browser has lost it. */
async function ask(
  db: AccountDatabase,
  table: SearchedTable,
  wanted: readonly string[],
  limit: number,
): Promise<readonly string[]> {
  try {
    return await startSearch(db, table).find(db.name, table, wanted, limit)
  } catch {
    return []
  }
}

/** Has all names of a table read before the first search inside them. */
export function prepareInside(db: AccountDatabase, table: SearchedTable): void {
  if (!watched.has(`${db.name}/${table}`)) void ask(db, table, [], 0)
}

/**
 * Ids of active customers or products that have a text anywhere in their name or numbers, by name. The first search
 * reads all names of the phone in a worker, later ones are quick. Without a worker (a browser that lost it) nothing is
 * found inside words; names are still found by their beginning.
 */
export async function findInside(
  db: AccountDatabase,
  table: SearchedTable,
  text: string,
  limit: number,
): Promise<readonly string[]> {
  const wanted = wantedKeys(text).filter((key) => key.length >= SHORTEST)
  return wanted.length === 0 ? [] : ask(db, table, wanted, limit)
}
