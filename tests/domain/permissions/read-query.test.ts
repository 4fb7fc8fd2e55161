import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryText, readQuery } from '#domain/permissions/read-query.ts'

describe('readQuery', () => {
  it('takes the first of a name, plus signs as spaces and broken escapes as they are', () => {
    expect([...readQuery('?a=1&a=2&b=x+y&c=%zz&d&=e')]).toEqual([
      ['a', '1'],
      ['b', 'x y'],
      ['c', '%zz'],
      ['d', ''],
      ['', 'e'],
    ])
    expect(queryText([])).toBe('')
  })

  it('reads back what queryText writes', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }).filter((text) => text.isWellFormed()))
    fc.assert(
      fc.property(names, (values) => {
        const pairs = values.map((value): [string, string] => [value, value])
        expect([...readQuery(queryText(pairs))]).toEqual(pairs)
      }),
    )
  })
})
