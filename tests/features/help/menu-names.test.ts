import { describe, expect, it } from 'vitest'
import { HELP_DOCUMENTS, HELP_NAMES } from '#features/help/help-documents.ts'

describe.each(HELP_NAMES)('the document %s', (name) => {
  it('names the entry of the menu as the menu does', async () => {
    const { sections } = await HELP_DOCUMENTS[name].load.en()
    const wrong = sections.filter(({ html }) => html.includes('<em>Company</em>'))
    expect(wrong.map(({ title }) => title)).toEqual([])
  })
})
