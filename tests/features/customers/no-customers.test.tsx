import { expect, it } from 'vitest'
import { NoCustomers } from '#features/customers/no-customers.tsx'
import { NoProducts } from '#features/products/no-products.tsx'
import { renderInRouter } from '../../support/render-in-router.tsx'

it('an empty archive is not taken for an empty shop', () => {
  expect(renderInRouter(<NoCustomers archived={false} />)).toContain('No customers yet')
  const archive = renderInRouter(<NoCustomers archived />)
  expect(archive).toContain('No archived customers')
  expect(archive).not.toContain('Save customers')
})

it('an empty list of inactive products is not taken for an empty shop', () => {
  expect(renderInRouter(<NoProducts inactive={false} />)).toContain('No products yet')
  const inactive = renderInRouter(<NoProducts inactive />)
  expect(inactive).toContain('No inactive products')
  expect(inactive).not.toContain('Save your products')
})
