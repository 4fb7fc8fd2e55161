import { expect, it } from 'vitest'
import { manifestIn } from '../../../scripts/build/app-manifest.ts'

const [en, sw] = [manifestIn('en'), manifestIn('sw')]

it('names what a phone shows outside the app in its language', () => {
  expect(en.shortcuts?.map(({ name }) => name)).toEqual(['New invoice', 'New expense', 'Scan a receipt'])
  expect(sw.shortcuts?.map(({ name }) => name)).toEqual(['Ankara mpya', 'Gharama mpya', 'Skani risiti'])
  expect([en.lang, sw.lang]).toEqual(['en', 'sw'])
  for (const [at, { label }] of (en.screenshots ?? []).entries()) {
    expect(label).not.toBe(sw.screenshots?.[at]?.label)
  }
})

it('is one app in both languages: all but the words is the same', () => {
  const bare = ({ shortcuts = [], screenshots = [], ...rest }: typeof en) => ({
    ...rest,
    ...{ lang: '', description: '' },
    shortcuts: shortcuts.map(({ url, icons }) => ({ url, icons })),
    screenshots: screenshots.map(({ src, sizes }) => ({ src, sizes })),
  })
  expect(bare(en)).toEqual(bare(sw))
  expect(en).toMatchObject({ id: '/', start_url: '/dashboard' })
})
