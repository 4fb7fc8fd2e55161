import { expect, it } from 'vitest'
import { AppReactContext } from '#app-context/app-context.ts'
import { HELP_DOCUMENTS } from '#features/help/help-documents.ts'
import { UserManualScreen } from '#features/help/help-screen.tsx'
import { renderInRouter } from '../../support/render-in-router.tsx'

const manualOf = (company: unknown) =>
  renderInRouter(
    <AppReactContext value={{ account: {}, session: { company } } as never}>
      <UserManualScreen />
    </AppReactContext>,
  )

it('the manual offers the guided tour only to people with a dashboard of sales', () => {
  expect(manualOf({ name: 'Duka' })).toContain('tour=on')
  expect(manualOf(null)).not.toContain('tour=on')
})

it.each([
  ['en', 'Find an invoice', /product|goods/],
  ['sw', 'Tafuta ankara', /bidhaa/],
] as const)(
  'the search of invoices is not said to know what was sold (%s)',
  async (language, title, sold) => {
    const { sections } = await HELP_DOCUMENTS['user-manual'].load[language]()
    const chapter = sections.find((section) => section.title === title)
    expect(chapter?.text).toContain('TIN')
    expect(chapter?.text).not.toMatch(sold)
  },
)
