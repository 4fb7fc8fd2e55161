import { MantineProvider } from '@mantine/core'
import { expect, it } from 'vitest'
import { AppReactContext } from '#app-context/app-context.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { RightsSection } from '#features/users/rights-section.tsx'
import { renderInRouter } from '../../support/render-in-router.tsx'

/** The rights of an operator as a person of this type reads them. */
const shownTo = (userType: string) =>
  renderInRouter(
    <AppReactContext
      value={{ account: {}, session: { company: null, user: { user_type: userType } } } as never}
    >
      <MantineProvider>
        <RightsSection id="operator" rights={ALL_RIGHTS} onChanged={() => undefined} />
      </MantineProvider>
    </AppReactContext>,
  )

it('only an owner approves with a PIN: administrators read that the owner does', () => {
  expect(shownTo('company_owner')).toContain('you enter your PIN')
  for (const administrator of ['organization_admin', 'platform_admin']) {
    expect(shownTo(administrator)).not.toContain('you enter your PIN')
    expect(shownTo(administrator)).toContain('the approval of the owner')
  }
})

it('what no PIN approves comes after what a PIN approves', () => {
  const html = shownTo('company_owner')
  const places = ['needs your approval', 'Refund goods', 'Largest discount', 'See all sales'].map((text) =>
    html.indexOf(text),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
