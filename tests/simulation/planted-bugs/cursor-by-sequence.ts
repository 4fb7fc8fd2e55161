import { sql } from 'kysely'
import type { getLastChangeId as last, upsertChanges as record } from '#server/storage/sync/changes.ts'

/** Planted: numbers of the feed come from a sequence, so that they are given out in another order than they commit. */
export const upsertChanges: typeof record = async (db, scope, records) => {
  const distinct = [...new Map(records.map((entry) => [`${entry.t} ${entry.id}`, entry])).values()]
  let highest = 0
  for (const { t, id, deleted } of distinct) {
    const { rows } = await sql<{ change_id: string }>`
      insert into changes (company_id, t, row_id, change_id, deleted)
      values (${scope.companyId}, ${t}, ${id}, nextval('planted_changes'), ${deleted ?? false})
      on conflict (company_id, t, row_id) do update set change_id = excluded.change_id, deleted = excluded.deleted
      returning change_id`.execute(db)
    highest = Number(rows[0]?.change_id)
  }
  return highest
}

export const getLastChangeId: typeof last = async (db, scope) => {
  const { rows } = await sql<{ last: string | null }>`
    select max(change_id) as last from changes where company_id = ${scope.companyId}`.execute(db)
  return Number(rows[0]?.last ?? 0)
}
