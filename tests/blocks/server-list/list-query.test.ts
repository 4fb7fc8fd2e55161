import { expect, test } from 'vitest'
import { isNarrowed, parseListQuery } from '#blocks/server-list/list-query.ts'

test.each([
  [{}, {}, false],
  [{ sort: '-name', page: '2' }, {}, false],
  [{ q: '  ' }, {}, false],
  [{ q: 'asha' }, {}, true],
  [{ filter: 'blocked' }, {}, true],
  [{}, { type: 'company_owner' }, true],
  [{}, { company: 'a' }, true],
])('a list of %j and %j leaves rows out: %j', (params, besides, narrowed) => {
  expect(isNarrowed(parseListQuery(params), besides)).toBe(narrowed)
})
