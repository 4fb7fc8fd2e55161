import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Allocates the next number of the company's credit notes; a rollback gives it back. */
export async function allocateCreditNoteNumber(db: Db, scope: CompanyScope): Promise<number> {
  const { rows } = await sql<{ next_number: number }>`
    insert into credit_note_counters (company_id, next_number) values (${scope.companyId}, 2)
    on conflict (company_id) do update set next_number = credit_note_counters.next_number + 1
    returning next_number
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a counter gave no number')
  return row.next_number - 1
}

/** Raises the series above a number that is already printed, so that it is never allocated again. */
export async function advanceCreditNoteCounter(db: Db, scope: CompanyScope, number: number): Promise<void> {
  await sql`
    insert into credit_note_counters (company_id, next_number) values (${scope.companyId}, ${number + 1})
    on conflict (company_id) do update
      set next_number = greatest(credit_note_counters.next_number, excluded.next_number)
  `.execute(db)
}
