import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Products = screenWithCatalog(() => import('#features/products/products-screen.tsx'), 'ProductsScreen')

export const Route = createFileRoute('/_signed-in/products')({
  validateSearch: (search: Record<string, unknown>): { open?: string } =>
    typeof search['open'] === 'string' ? { open: search['open'] } : {},
  loader: () => Products.preload?.(),
  component: function ProductsRoute() {
    const { open } = Route.useSearch()
    const navigate = useNavigate({ from: '/products' })
    return (
      <Products
        openId={open}
        onClosed={() => void navigate({ search: {}, replace: true, resetScroll: false })}
      />
    )
  },
})
