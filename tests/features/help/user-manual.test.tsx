import { expect, it } from 'vitest'
import { AppReactContext } from '#app-context/app-context.ts'
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
