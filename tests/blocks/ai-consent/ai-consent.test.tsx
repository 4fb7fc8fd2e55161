import { MantineProvider } from '@mantine/core'
import { expect, it } from 'vitest'
import { AiConsent } from '#blocks/ai-consent/ai-consent.tsx'
import { CONSENT_VERSION } from '#domain/insights/ai-refusals.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'

const TEXT =
  'May AI put your figures into words and suggest categories of expenses? If you agree, each time you ask, sums, counts ' +
  'and percentages, or what you bought and the names of your categories, are sent to Mfano AI in Kenya. Never sent with ' +
  'the figures: names and phone numbers of people, TINs, and what was sold. What you write in a description is sent as ' +
  'it is. You can withdraw at any time, which deletes what was written. Everything else works without it.'

it('a text that a person agrees to has a version of its own (spec §4)', () => {
  const html = renderInRouter(
    <MantineProvider>
      <AiConsent provider="Mfano AI" country="Kenya" busy={false} onChoose={() => undefined} />
    </MantineProvider>,
  )
  const text = /<p>(.*?)<\/p>/.exec(html)?.[1]
  // Another text needs another version, and who agreed to the old one is asked again where it promised something else.
  expect({ [CONSENT_VERSION]: text }).toEqual({ '2026-11-29': TEXT })
})
