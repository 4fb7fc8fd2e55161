import { expect, test } from 'vitest'
import { HELP_DOCUMENTS } from '#features/help/help-documents.ts'
import { translatorFor } from '../../e2e/steps/translate.ts'

async function readPolicy(language: 'en' | 'sw'): Promise<string> {
  const { sections } = await HELP_DOCUMENTS['privacy-policy'].load[language]()
  return sections.map(({ html }) => html).join('\n')
}

test.each([
  ['en', 'what was bought', 'the names of the company&#39;s categories'],
  ['sw', 'kilichonunuliwa', 'majina ya makundi ya gharama ya kampuni'],
] as const)(
  'the policy says what an AI gets for the category of an expense (%s)',
  async (language, bought, names) => {
    const button = translatorFor(language)('Ask an AI')
    const line = (await readPolicy(language))
      .split('<li>')
      .find((item) => item.includes(`<em>${button}</em>`))
    expect(line).toContain(bought)
    expect(line).toContain(names)
  },
)

test.each(['en', 'sw'] as const)(
  'the policy names the places in the settings where a consent is withdrawn (%s)',
  async (language) => {
    const policy = await readPolicy(language)
    for (const place of ['Settings', 'Usage statistics', 'Use of AI']) {
      expect(policy).toContain(`<em>${translatorFor(language)(place)}</em>`)
    }
  },
)
