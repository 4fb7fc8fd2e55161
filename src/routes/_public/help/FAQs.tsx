import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../../-lazy-screen.ts'

const HelpDocument = screenWithCatalog(
  () => import('#features/help/help-document.tsx'),
  'HelpDocumentContent',
)

export const Route = createFileRoute('/_public/help/FAQs')({
  loader: () => HelpDocument.preload?.(),
  component: () => <HelpDocument name="faqs" />,
})
