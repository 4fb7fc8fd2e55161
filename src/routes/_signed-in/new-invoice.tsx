import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'

const Editor = lazyRouteComponent(() => import('#features/editor/editor-screen.tsx'), 'EditorScreen')

export const Route = createFileRoute('/_signed-in/new-invoice')({
  validateSearch: (search: Record<string, unknown>): { draft?: string } =>
    typeof search['draft'] === 'string' ? { draft: search['draft'] } : {},
  // The draft has its id from the beginning and the address names it: a reload finds what was typed.
  beforeLoad: ({ context, search }) => {
    if (!search.draft) {
      throw redirect({ to: '/new-invoice', search: { draft: context.newId() }, replace: true })
    }
  },
  loader: () => Editor.preload?.(),
  component: function NewInvoiceRoute() {
    const { draft } = Route.useSearch()
    return draft ? <Editor key={draft} invoiceId={draft} isNew /> : null
  },
})
