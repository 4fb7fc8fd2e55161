import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  faultsOfList,
  findRetired,
  type RetiredWord,
  textsOfSource,
} from '../../../scripts/check/retired-words.ts'

const LIST: readonly RetiredWord[] = [
  { language: 'en', retired: 'mend*', say: 'fix' },
  { language: 'en', retired: 'mail', say: 'email' },
  { language: 'sw', retired: 'badiliko', say: 'taarifa' },
  { language: 'sw', retired: 'pesa mtandao', say: 'pesa ya simu' },
]

const found = (language: 'en' | 'sw', text: string) => findRetired([{ language, text }], LIST)

describe('a retired word', () => {
  it('is found in capitals, over a line break and in braces of a plural, with what to say instead', () => {
    expect(found('en', 'Open and Mend it')).toEqual(['“mend*” is retired, say “fix”: Open and Mend it'])
    expect(found('en', 'Mended')).toHaveLength(1)
    expect(found('sw', 'Pesa\nmtandao')).toHaveLength(1)
    expect(found('sw', '{n, plural, one {Badiliko #} other {Taarifa #}}')).toHaveLength(1)
  })

  it('is not found inside a longer word, nor in the other language', () => {
    expect(found('en', 'Email this receipt. We recommend it')).toEqual([])
    expect(found('sw', 'Mabadiliko yametupwa')).toEqual([])
    expect(found('en', 'badiliko')).toEqual([])
  })

  it('is found in either language where a file holds texts of both', () => {
    expect(findRetired([{ text: 'One mail, badiliko 1' }], LIST)).toHaveLength(2)
  })
})

it('of a source file only what people read is a text', () => {
  const source = [
    "import { words } from './mail words.ts'",
    '/** A mail. */',
    "  'mail-refused': `Receipt. See https://example.test`, // one mail",
    "  title: 'Receipt',",
  ].join('\n')
  expect(textsOfSource(source)).toEqual([{ text: 'Receipt. See https://example.test' }, { text: 'Receipt' }])
})

describe('the list of retired words', () => {
  it('of the project has no fault', () => {
    const list: unknown = JSON.parse(
      readFileSync(new URL('../../../src/i18n/retired-words.json', import.meta.url), 'utf8'),
    )
    expect(faultsOfList(list)).toEqual([])
  })

  it.each([
    ['is no list', {}, 'not a list'],
    ['has an unknown language', [{ language: 'fr', retired: 'mail', say: 'email' }], 'not {'],
    ['has nothing to say instead', [{ language: 'en', retired: 'mail', say: ' ' }], 'not {'],
    ['has a key of its own', [{ language: 'en', retired: 'mail', say: 'email', why: '' }], 'not {'],
    ['has capitals', [{ language: 'en', retired: 'Mail', say: 'email' }], 'small letters'],
    ['has a star in a word', [{ language: 'en', retired: 'ma*il', say: 'email' }], 'small letters'],
    ['has a word twice', [LIST[1], LIST[1]], 'listed twice'],
    [
      'sends back to a retired word',
      [LIST[1], { language: 'en', retired: 'letter', say: 'mail' }],
      'says a retired word',
    ],
  ])('is refused when it %s', (_, list, fault) => {
    expect(faultsOfList(list)).toEqual([expect.stringContaining(fault)])
  })
})
