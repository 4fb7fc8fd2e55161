import { describe, expect, test } from 'vitest'
import { tableUses } from './tenant-predicates.ts'

const tables = { invoices: ['company_id'], receipts: ['company_id', 'identity_id'], companies: ['id'] }
const bound = (sql: string) =>
  tableUses({ sql, values: ['one', 'two', 'three', 'four'] }, tables).map((use) => use.bound)

describe('the guard finds a query that is not narrowed down to one tenant', () => {
  test.each([
    'select * from invoices',
    'select * from invoices where id = $1',
    'select * from invoices where company_id = $1 or id = $2',
    'select * from invoices where company_id <> $1',
    "select * from invoices where company_id = 'one'",
    'select * from invoices where not_company_id = $1',
    'select * from invoices where (company_id = $1 or true)',
    'select count(*) from (select * from invoices) as i where company_id = $1',
    'update invoices set company_id = $1 where id = $2',
    'delete from "invoices" where "id" = $1',
    'insert into invoices (id) values ($1)',
    "insert into invoices (company_id, id) values ('one', $1)",
    'insert into invoices (company_id, id) values ($1, $2), (null, $2)',
    'insert into invoices (company_id, id) values ($1, $2) on conflict (id) do update set company_id = $1',
    'select * from receipts join invoices on invoices.id = receipts.invoice_id where invoices.company_id = $1',
    'select * from invoices as i, receipts as r where r.company_id = $1',
    'select 1 where exists (select 1 from invoices where id = $1)',
  ])('%s', (sql) => {
    expect(bound(sql)).toContainEqual([])
  })

  test('one that joins every tenant table by its key, or reads none, is no finding', () => {
    expect(bound('select * from "invoices" as "i" where "i"."company_id" = $2 and id = $1')).toEqual([
      ['two'],
    ])
    expect(bound('select * from invoices where (company_id = $1 and (a or b)) for update')).toEqual([['one']])
    expect(bound('update invoices set a = $1 where id = $2 and company_id = $3 returning id')).toEqual([
      ['three'],
    ])
    expect(
      bound(
        'select * from receipts as r join invoices as i on i.company_id = r.company_id where r.company_id = $1',
      ),
    ).toEqual([['one'], ['one']])
    expect(
      bound(
        'insert into "invoices" ("id", "company_id") values ($1, $2), ($3, $4) on conflict ("company_id", "id") do update set a = 1',
      ),
    ).toEqual([['two', 'four']])
    expect(
      bound(
        'with taken as (update companies set a = 1 where id = $1 returning a) insert into invoices (company_id, id) select $1, x.y from taken, unnest($2::text[]) as x (y)',
      ),
    ).toEqual([['one'], ['one']])
    expect(bound('select $1::text from other where id = $1')).toEqual([])
  })
})
