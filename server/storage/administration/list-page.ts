/** What a list is asked for, in the words of the database: `offset` and `limit` in rows. */
export type ListQuery<Sort extends string, Filter extends string> = {
  readonly search: string
  readonly sort: Sort
  readonly filter: Filter | undefined
  readonly offset: number
  readonly limit: number
}
