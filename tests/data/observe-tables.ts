import type { DBCoreTable } from 'dexie'
import type { AccountDatabase } from '#data/account-database.ts'

/** Puts something between Dexie and each table, from now on: what `observe` gives is used in place of the table's own. */
export async function observeTables(
  db: AccountDatabase,
  observe: (table: DBCoreTable) => Partial<DBCoreTable>,
): Promise<void> {
  db.use({
    stack: 'dbcore',
    name: 'observed',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return { ...table, ...observe(table) }
      },
    }),
  })
  db.close({ disableAutoOpen: false })
  await db.open()
}
