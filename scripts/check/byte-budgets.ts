/** What the built app may weigh, in kB after brotli 5: what a phone on a slow connection has to wait for. */

export const budgets = {
  html: 14,
  /** The landing page, and what may be shown above it afterwards: nothing of the shop. */
  javascriptToLanding: 122,
  javascriptToSignIn: 115,
  javascriptToInvoices: 190,
  css: 25,
  lazyChunk: 25,
  /** All that works offline, with every part of the product; the second QR engine does not count. */
  precache: 900,
}

/**
 * Sources whose chunks a person waits for before the first important screen, by their names in Vite's manifest. The
 * entry, and all it imports, is always included.
 */
export const waitedFor = {
  landing: [
    // The frame of the public pages and the landing page.
    'public.js',
    'src/app/after-start.ts',
    'src/i18n/locales/sw/start.po',
    'src/i18n/locales/sw/landing.po',
  ],
  signIn: ['src/features/login/login-screen.tsx', 'src/i18n/locales/sw/start.po'],
  invoices: [
    'src/features/invoices/list/invoice-list-screen.tsx',
    'src/i18n/locales/sw/messages.po',
    'src/i18n/work-messages.ts',
  ],
}

/** Lazy chunks that are allowed more (or must be less) than `lazyChunk`, by file name without its hash. */
export const exceptions: { name: string; limit: number; reason: string }[] = [
  { name: 'sales-heatmap.js', limit: 20, reason: 'a chart without a chart library, and its tooltip' },
  { name: 'qr.worker.js', limit: 45, reason: 'first QR engine, in a worker' },
  { name: 'pdf-receipt.worker.js', limit: 135, reason: 'PDF writer, in a worker' },
]
