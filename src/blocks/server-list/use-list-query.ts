import { useMemo } from 'react'
import { parseListQuery, type ServerListQuery } from './list-query.ts'

/** The query in the address of a list screen: the same object as long as the address is the same. */
export function useListQuery(search: Readonly<Record<string, string | undefined>>): ServerListQuery {
  const { q, sort, filter, page } = search
  return useMemo(() => parseListQuery({ q, sort, filter, page }), [q, sort, filter, page])
}
