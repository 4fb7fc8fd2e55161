import { expect, it } from 'vitest'
import { EmptyCustomers } from '#features/customers/no-customers.tsx'
import { EmptyProducts } from '#features/products/no-products.tsx'
import { renderInRouter } from '../../support/render-in-router.tsx'

it('an empty archive is not taken for an empty shop', () => {
  expect(renderInRouter(<EmptyCustomers shown="none" />)).toContain('No customers yet')
  const archive = renderInRouter(<EmptyCustomers shown="archive" />)
  expect(archive).toContain('No archived customers')
  expect(archive).not.toContain('Save customers')
})

it('an empty list of inactive products is not taken for an empty shop', () => {
  expect(renderInRouter(<EmptyProducts shown="none" />)).toContain('No products yet')
  const inactive = renderInRouter(<EmptyProducts shown="inactive" />)
  expect(inactive).toContain('No inactive products')
  expect(inactive).not.toContain('Save your products')
})

it('a shop whose customers are all archived has customers, and is shown the way to them', () => {
  const html = renderInRouter(<EmptyCustomers shown="switched-off" />)
  expect(html).toContain('No customers in use')
  expect(html).toContain('All customers are archived.')
  expect(html).not.toContain('yet')
})

it('a shop whose products are all inactive has products, and is shown the way to them', () => {
  const html = renderInRouter(<EmptyProducts shown="switched-off" />)
  expect(html).toContain('No products in use')
  expect(html).toContain('All products are inactive.')
  expect(html).not.toContain('yet')
})
