/** What the built app may weigh, in kB after brotli 5: what a phone on a slow line has to wait for. */

export const budgets = {
  html: 14,
  javascriptToSignIn: 115,
  javascriptToInvoices: 190,
  css: 25,
  lazyChunk: 25,
  precache: 800,
}

/**
 * Sources whose chunks a person waits for before the first screen that matters. The entry, and all it imports, is
 * always among them. Patterns are tried on the names in Vite's manifest.
 */
export const waitedFor = {
  signIn: [/^src\/features\/login\/login-screen\.tsx$/, /locales\/sw\/start\.po$/],
  invoices: [/^src\/features\/invoices\/(list\/)?invoice-list-screen\.tsx$/, /locales\/sw\/messages\.po$/],
}

/** Lazy chunks that are allowed more (or must be less) than `lazyChunk`, by the beginning of their file name. */
export const exceptions: { name: RegExp; limit: number; reason: string }[] = [
  { name: /^(heatmap|matrix)/, limit: 10, reason: 'charts without a chart library' },
  {
    name: /^(chart|recharts|bar-chart|line-chart)/,
    limit: 125,
    reason: 'chart library, on the reports only',
  },
  { name: /^(qr|scan|decode)/, limit: 45, reason: 'first QR engine, in a worker' },
  { name: /^(spreadsheet|export-spreadsheet)/, limit: 25, reason: 'spreadsheet writer, in a worker' },
  { name: /^(pdf|print-pdf|export-pdf)/, limit: 135, reason: 'PDF writer, in a worker' },
  { name: /^(firebase|messaging)/, limit: 25, reason: 'push token, only where push is configured' },
]
