import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryText } from '#domain/permissions/read-query.ts'
import { goTo } from '../-follow-rules.ts'

const Editor = lazyRouteComponent(() => import('#features/editor/editor-screen.tsx'), 'EditorScreen')

export const Route = createFileRoute('/_signed-in/new-invoice')({
  validateSearch: (search: Record<string, unknown>): { draft?: string } =>
    typeof search['draft'] === 'string' ? { draft: search['draft'] } : {},
  // The draft has its id from the beginning and the address names it: a reload finds what was typed.
  beforeLoad: ({ context, search }) => {
    if (!search.draft) {
      goTo(`/new-invoice${queryText([['draft', context.newId()]])}`)
    }
  },
  loader: () => Editor.preload?.(),
  component: function NewInvoiceRoute() {
    const { draft } = Route.useSearch()
    return draft ? <Editor key={draft} invoiceId={draft} isNew /> : null
  },
})
