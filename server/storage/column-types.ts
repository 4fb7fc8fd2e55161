import type { ColumnType, JSONColumnType } from 'kysely'

/** `bigint` columns: `pg` gives text, which the row mappers turn into safe integers. */
export type BigInteger = ColumnType<string, number | string, number | string>
export type GeneratedBigInteger = ColumnType<string, number | string | undefined, number | string>
/** `timestamptz` columns: `pg` is configured to return ISO text (see `database.ts`). */
export type Moment = ColumnType<string, string, string>
export type Json<T extends object> = JSONColumnType<T, string, string>
