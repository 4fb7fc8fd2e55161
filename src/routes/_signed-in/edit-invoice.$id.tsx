import { createFileRoute } from '@tanstack/react-router'
import { wordyScreen } from '../-lazy-screen.ts'

const Editor = wordyScreen(() => import('#features/editor/editor-screen.tsx'), 'EditorScreen')

export const Route = createFileRoute('/_signed-in/edit-invoice/$id')({
  loader: () => Editor.preload?.(),
  component: function EditInvoiceRoute() {
    const { id } = Route.useParams()
    return <Editor key={id} invoiceId={id} isNew={false} />
  },
})
