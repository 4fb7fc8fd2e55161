import { describe, expect, it } from 'vitest'
import { findSections } from '#features/help/find-sections.ts'
import { HELP_DOCUMENTS, HELP_NAMES } from '#features/help/help-documents.ts'

describe.each(HELP_NAMES)('the document %s (spec §2: help, FAQ, manual, licence, privacy)', (name) => {
  it('has the same sections in both languages, each with text', async () => {
    const en = (await HELP_DOCUMENTS[name].load.en()).sections
    const sw = (await HELP_DOCUMENTS[name].load.sw()).sections
    expect(sw.map(({ id }) => id)).toEqual(en.map(({ id }) => id))
    expect(en.length).toBeGreaterThan(4)
    for (const [index, section] of en.entries()) {
      expect(section.text).not.toBe('')
      expect(sw[index]?.title).not.toBe(section.title)
      // A list or a bold word in one language is one in the other too.
      const marks = ({ html }: { html: string }) => ['<li>', '<ol>'].map((mark) => html.split(mark).length)
      expect([section.title, marks(sw[index] ?? section)]).toEqual([section.title, marks(section)])
    }
  })
})

describe('the search of the help', () => {
  it('finds sections with all words, in any case, titles first', async () => {
    const { sections } = await HELP_DOCUMENTS.faqs.load.en()
    const titles = findSections(sections, 'PASSWORD').map(({ title }) => title)
    expect(titles[0]).toBe('I forgot my password')
    expect(titles).toContain('Can several people use one phone?')
    expect(findSections(sections, 'blocked TRA')[0]?.title).toBe(
      'Why does it say that my company is blocked by TRA?',
    )
  })

  it('finds nothing for nothing', async () => {
    const { sections } = await HELP_DOCUMENTS.faqs.load.sw()
    expect(findSections(sections, '   ')).toEqual([])
    expect(findSections(sections, 'xyzzy')).toEqual([])
  })
})
