import { expect, it } from 'vitest'
import { AppReactContext } from '#app-context/app-context.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { NotificationSection } from '#features/settings/notification-section.tsx'
import { renderInRouter } from '../../support/render-in-router.tsx'

/** The switches as an operator with these rights sees them. */
const shownWith = (rights: object) =>
  renderInRouter(
    <AppReactContext
      value={{ account: {}, session: { company: null, user: { user_type: 'operator' }, rights } } as never}
    >
      <NotificationSection />
    </AppReactContext>,
  )

const OF_THE_COMPANY = ['Urgent insights', 'Z reports rejected by TRA']

it('an operator who sees all sales may be notified of the figures of the company', () => {
  for (const name of OF_THE_COMPANY) expect(shownWith(ALL_RIGHTS)).toContain(name)
})

it('without the right to see all sales these switches are not offered, the others are', () => {
  const html = shownWith({ ...ALL_RIGHTS, seeAllSales: false })
  for (const name of OF_THE_COMPANY) expect(html).not.toContain(name)
  expect(html).toContain('Invoices rejected by TRA')
})
