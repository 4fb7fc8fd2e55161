import type { Client } from 'pg'

/** A primary key, unique index or foreign key as the database has it. */
export type Key = {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
}
export type ForeignKey = Key & {
  readonly of: string
  /** The columns it points to, in the order of its own. */
  readonly theirs: readonly string[]
}

/** Every primary key and unique index; an expression in one counts as no column. */
export async function readUniqueKeys(client: Client): Promise<Key[]> {
  const { rows } = await client.query<Key>(`
    select t.relname as table, n.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey::int2[])) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
    where t.relnamespace = 'public'::regnamespace and i.indisunique and not t.relispartition
    order by 1, 2`)
  return rows
}

/** Every foreign key between two tables. */
export async function readForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select t.relname as table, c.conname as name, f.relname as of,
      array(select a.attname::text from unnest(c.conkey) with ordinality k (n, at)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.n order by k.at) as columns,
      array(select a.attname::text from unnest(c.confkey) with ordinality k (n, at)
        join pg_attribute a on a.attrelid = f.oid and a.attnum = k.n order by k.at) as theirs
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not t.relispartition
    order by 1, 2`)
  return rows
}

/** Tables and views of ours. */
export async function readTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition order by 1`)
  return rows.map(({ name }) => name)
}
