import { type Kysely, sql } from 'kysely'

/**
 * When the files of an expense are to be read; null when there is nothing to read. While they are read, it is the moment
 * from which the process that began counts as lost. `readings` numbers the attempts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table expenses add column read_at timestamptz, add column readings int not null default 0;
    create index expenses_read on expenses (read_at) where read_at is not null;
  `.execute(db)
}
