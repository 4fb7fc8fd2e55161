import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Editor = screenWithCatalog(() => import('#features/invoices/edit/editor-screen.tsx'), 'EditorScreen')

export const Route = createFileRoute('/_signed-in/edit-invoice/$id')({
  loader: () => Editor.preload?.(),
  component: function EditInvoiceRoute() {
    const { id } = Route.useParams()
    return <Editor key={id} invoiceId={id} isNew={false} />
  },
})
