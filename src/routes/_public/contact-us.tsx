import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Contact = onlineScreen(() => import('#features/contact/contact-screen.tsx'), 'ContactScreen')

export const Route = createFileRoute('/_public/contact-us')({
  loader: () => Contact.preload?.(),
  component: function ContactRoute() {
    const { callPublic } = Route.useRouteContext()
    return <Contact call={callPublic} />
  },
})
