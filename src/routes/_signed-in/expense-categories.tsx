import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Categories = screenWithCatalog(
  () => import('#features/expenses/categories/categories-screen.tsx'),
  'CategoriesScreen',
)

export const Route = createFileRoute('/_signed-in/expense-categories')({
  validateSearch: (search: Record<string, unknown>): { open?: string } =>
    typeof search['open'] === 'string' ? { open: search['open'] } : {},
  loader: () => Categories.preload?.(),
  component: function CategoriesRoute() {
    const { open } = Route.useSearch()
    const navigate = useNavigate({ from: '/expense-categories' })
    return (
      <Categories
        openId={open}
        onClosed={() => void navigate({ search: {}, replace: true, resetScroll: false })}
      />
    )
  },
})
