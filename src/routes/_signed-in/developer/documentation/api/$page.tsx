import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../../../../-lazy-screen.ts'

const Pages = onlineScreen(() => import('#features/developer/api-pages.tsx'), 'ApiPages')

export const Route = createFileRoute('/_signed-in/developer/documentation/api/$page')({
  component: function ApiRoute() {
    return <Pages page={Route.useParams().page} />
  },
})
