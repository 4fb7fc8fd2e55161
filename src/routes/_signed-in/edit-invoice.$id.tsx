import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

const Editor = lazyRouteComponent(() => import('#features/editor/editor-screen.tsx'), 'EditorScreen')

export const Route = createFileRoute('/_signed-in/edit-invoice/$id')({
  loader: () => Editor.preload?.(),
  component: function EditInvoiceRoute() {
    const { id } = Route.useParams()
    return <Editor key={id} invoiceId={id} isNew={false} />
  },
})
