import { notFound } from '@tanstack/react-router'
import { ApiAuthScreen } from './api-auth-screen.tsx'
import { ApiInvoiceScreen } from './api-invoice-screen.tsx'

/** The documentation of the public API: keys and calls, and invoices (spec §2). */
export function ApiPages({ page }: { readonly page: string }) {
  if (page === 'auth') return <ApiAuthScreen />
  if (page === 'invoice') return <ApiInvoiceScreen />
  notFound({ throw: true })
  return null
}
