import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Contact = screenWithCatalog(() => import('#features/contact/contact-screen.tsx'), 'ContactScreen')

export const Route = createFileRoute('/_public/contact-us')({
  loader: () => Contact.preload?.(),
  component: function ContactRoute() {
    const { callPublic } = Route.useRouteContext()
    return <Contact call={callPublic} />
  },
})
