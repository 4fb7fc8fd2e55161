import { sql } from 'kysely'
import type { Db } from '../../services/context.ts'
import type { CompanyScope } from '../scope.ts'

/** Takes the next number of the company's series of credit notes; kept when the transaction is. */
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

/** Never gives a number up to this one again: it stands on paper. */
export async function advanceCreditNoteCounter(db: Db, scope: CompanyScope, number: number): Promise<void> {
  await sql`
    insert into credit_note_counters (company_id, next_number) values (${scope.companyId}, ${number + 1})
    on conflict (company_id) do update
      set next_number = greatest(credit_note_counters.next_number, excluded.next_number)
  `.execute(db)
}
