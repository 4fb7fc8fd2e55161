import { readFileSync } from 'node:fs'

/**
 * Citus cannot be installed here: functions of its names check what it would, that each table is distributed by its company
 * and points only to tables that are placed already. They note in `placed` what they were asked.
 */
export const CITUS_STUB = `
  create table placed (name text primary key, place text not null);
  create function place_table(placed_table text, its_place text) returns void language plpgsql as $$
  declare unplaced text;
  begin
    select string_agg(confrelid::regclass::text, ', ') into unplaced from pg_constraint
    where contype = 'f' and conrelid = placed_table::regclass and confrelid <> conrelid
      and confrelid::regclass::text not in (select name from placed);
    if unplaced is not null then raise '% points to %', placed_table, unplaced; end if;
    insert into placed values (placed_table, its_place);
  end $$;
  create function create_reference_table(table_name text) returns void language sql as $$
    select place_table(table_name, 'on every machine')
  $$;
  create function create_distributed_table(table_name text, distribution_column text, colocate_with text)
  returns void language plpgsql as $$
  begin
    if distribution_column <> 'company_id' then raise '% is not distributed by its company', table_name; end if;
    if colocate_with <> (case table_name when 'company_feeds' then 'none' else 'company_feeds' end) then
      raise '% is not beside the others', table_name;
    end if;
    perform place_table(table_name, 'with the company');
  end $$;`

/** What `deploy/citus/distribute.sql` says. */
export const DISTRIBUTE = readFileSync(
  new URL('../../../deploy/citus/distribute.sql', import.meta.url),
  'utf8',
)
