import { type Kysely, sql } from 'kysely'

/**
 * The audit trail and the delivery log in monthly partitions. What is there stays in one piece, with the rest of this month;
 * a job makes the months after it. A row of a month that none was made for goes to `…_rest`. Nothing but a number of its own is
 * unique in these tables, so no uniqueness is lost; inserts of the release before work as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await partition(db, 'audit', '(id, at)')
  await partition(db, 'delivery_log', '(company_id, at, id)')
  await sql`
    alter index audit_company rename to audit_first_company;
    alter index audit_organization rename to audit_first_organization;
    alter index audit_at rename to audit_first_at;
    alter index audit_reissues rename to audit_first_reissues;
    alter index delivery_log_subject rename to delivery_log_first_subject;
    create index audit_company on audit (company_id, at);
    create index audit_organization on audit (organization_id, at) where organization_id is not null;
    create index audit_at on audit (at);
    create index audit_reissues on audit (company_id, subject) where action = 'receipt.reissue';
    create index delivery_log_subject on delivery_log (identity_id, subject);
  `.execute(db)
  for (const table of ['audit', 'delivery_log']) await attachFirst(db, table)
}

/** Puts an empty table of months in the place of a table, which becomes `…_first`. */
async function partition(db: Kysely<unknown>, table: string, key: string): Promise<void> {
  const { rows } = await sql<{ next: string }>`
    select coalesce(max(id), 0) + 1 as next from ${sql.table(table)}
  `.execute(db)
  await sql
    .raw(`
    alter table ${table} alter column id drop identity, drop constraint ${table}_pkey;
    alter table ${table} rename to ${table}_first;
    create table ${table} (like ${table}_first) partition by range (at);
    create sequence ${table}_id_seq as bigint start ${rows[0]?.next ?? '1'} owned by ${table}.id;
    alter table ${table} alter column id set default nextval('${table}_id_seq');
    alter table ${table}_first alter column id set default nextval('${table}_id_seq');
    alter table ${table} add primary key ${key};`)
    .execute(db)
}

async function attachFirst(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ end: string }>`
    select to_char(date_trunc('month', greatest(now(), max(at)) at time zone 'UTC') + interval '1 month',
      'YYYY-MM-DD"T00:00:00Z"') as end
    from ${sql.table(`${table}_first`)}
  `.execute(db)
  await sql
    .raw(`
    alter table ${table} attach partition ${table}_first for values from (minvalue) to ('${rows[0]?.end ?? ''}');
    create table ${table}_rest partition of ${table} default;`)
    .execute(db)
}
