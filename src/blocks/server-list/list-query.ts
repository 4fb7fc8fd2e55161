/** The query of a list on the server; kept in the address, so that Back and a reload find the same page. */
export type ServerListQuery = {
  readonly search: string
  /** Empty: the order the server chooses. */
  readonly sort: string
  /** Empty: everything. */
  readonly filter: string
  /** From 1. */
  readonly page: number
}

export type ServerListSearchParams = {
  readonly q?: string
  readonly sort?: string
  readonly filter?: string
  readonly page?: string
}

const MAX_SEARCH = 100

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_SEARCH) : ''
}

/** The query of an address; invalid values are ignored. */
export function parseListQuery(params: Readonly<Record<string, unknown>>): ServerListQuery {
  const page = /^[1-9]\d{0,3}$/.test(text(params['page'])) ? Number(params['page']) : 1
  return { search: text(params['q']), sort: text(params['sort']), filter: text(params['filter']), page }
}

/** Whether a query leaves rows out; `besides`: what the screen narrows its list by, from the address. */
export function isNarrowed(
  { search, filter }: ServerListQuery,
  besides: Readonly<Record<string, string>> = {},
): boolean {
  return search.trim() !== '' || filter !== '' || Object.keys(besides).length > 0
}

/** The part of an address that holds a query; defaults are left out. */
export function listSearchParams({ search, sort, filter, page }: ServerListQuery): ServerListSearchParams {
  return {
    ...(search.trim() === '' ? {} : { q: search }),
    ...(sort === '' ? {} : { sort }),
    ...(filter === '' ? {} : { filter }),
    ...(page === 1 ? {} : { page: String(page) }),
  }
}

/** The query in the form that endpoints with `pageFields` accept. `sorts` and `filters` are those of the endpoint. */
export function pageInput<const Sort extends string, const Filter extends string>(
  query: ServerListQuery,
  sorts: readonly Sort[],
  filters: readonly Filter[],
): { search?: string; sort?: Sort; filter?: Filter; page?: string } {
  const sort = sorts.find((known) => known === query.sort)
  const filter = filters.find((known) => known === query.filter)
  return {
    ...(query.search.trim() === '' ? {} : { search: query.search }),
    ...(sort === undefined ? {} : { sort }),
    ...(filter === undefined ? {} : { filter }),
    page: String(query.page),
  }
}
