import { createFileRoute } from '@tanstack/react-router'
import { queryText } from '#domain/permissions/read-query.ts'
import { screenWithCatalog } from '../-lazy-screen.ts'
import { redirectTo } from '../-navigation-guard.ts'

const Editor = screenWithCatalog(() => import('#features/invoices/edit/editor-screen.tsx'), 'EditorScreen')

export const Route = createFileRoute('/_signed-in/new-invoice')({
  validateSearch: ({ draft, from }: Record<string, unknown>): { draft?: string; from?: string } => ({
    ...(typeof draft === 'string' ? { draft } : {}),
    ...(typeof from === 'string' ? { from } : {}),
  }),
  // The draft has its id from the beginning, in the address: a reload finds what was typed.
  beforeLoad: ({ context, search }) => {
    if (!search.draft) {
      const from: [string, string][] = search.from === undefined ? [] : [['from', search.from]]
      redirectTo(`/new-invoice${queryText([['draft', context.newId()], ...from])}`)
    }
  },
  loader: () => Editor.preload?.(),
  component: function NewInvoiceRoute() {
    const { draft, from } = Route.useSearch()
    return draft ? <Editor key={draft} invoiceId={draft} isNew from={from} /> : null
  },
})
