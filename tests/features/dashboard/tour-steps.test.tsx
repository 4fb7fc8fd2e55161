import { expect, it } from 'vitest'
import { useTourSteps } from '#features/dashboard/tour/tour-steps.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'

function Targets() {
  return useTourSteps().map(({ target }) => <p key={target}>{target}</p>)
}

it('the tour points at the button for selling, not at a link of the first steps', () => {
  expect(renderInRouter(<Targets />)).toContain('<p>nav a[href=&quot;/new-invoice&quot;]</p>')
})
