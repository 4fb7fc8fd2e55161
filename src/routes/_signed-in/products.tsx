import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/products')({
  component: lazyRouteComponent(() => import('#features/products/products-screen.tsx'), 'ProductsScreen'),
})
