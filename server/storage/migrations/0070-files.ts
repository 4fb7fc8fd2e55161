import { type Kysely, sql } from 'kysely'

/**
 * Files of expenses, named by the hash of their content, once in a company for any number of expenses. Their
 * chunks are in a table of their own, so that a query for a file reads none of its content.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table files (
      company_id uuid not null references companies, sha256 text not null, size int not null, received int not null,
      type text, refused text, restarts int not null default 0, begun_at timestamptz not null,
      begun_by uuid not null references users, whole_at timestamptz,
      primary key (company_id, sha256)
    );
    create index files_begun on files (company_id, begun_at);
    create table file_pieces (
      company_id uuid not null, sha256 text not null, at int not null, bytes bytea not null,
      primary key (company_id, sha256, at),
      foreign key (company_id, sha256) references files on delete cascade
    );
    alter table file_pieces alter column bytes set storage external;
  `.execute(db)
}
