import { PAGE_SIZE } from '#contract/pages.ts'
import type { ListQuery } from '../storage/administration/list-page.ts'

/** The request of a page as the storage takes it; the first page in the default order where nothing else is asked. */
export function pageQuery<Sort extends string, Filter extends string>(
  input: {
    readonly search?: string | undefined
    readonly sort?: Sort | undefined
    readonly filter?: Filter | undefined
    readonly page?: number | undefined
  },
  defaultSort: Sort,
): ListQuery<Sort, Filter> {
  return {
    search: input.search ?? '',
    sort: input.sort ?? defaultSort,
    filter: input.filter,
    offset: ((input.page ?? 1) - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  }
}
