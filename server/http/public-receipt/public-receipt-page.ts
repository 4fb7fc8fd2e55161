import { html, raw } from 'hono/html'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { publicReceiptMessages } from '../../messages/public-receipt-messages.ts'
import { receiptMessages } from '../../messages/receipt-messages.ts'
import type { PublicReceipt } from '../../services/public-receipts/get-public-receipt.ts'
import { PUBLIC_RECEIPT_STYLE } from './public-receipt-style.ts'
import { receiptHtml } from './receipt-html.ts'

/** How soon a page that waits looks again, in seconds: often enough at the counter, cheap over a day. */
const REFRESH_SECONDS = 30

export type PublicReceiptLanguage = keyof typeof publicReceiptMessages
/** Beside what a link shows: it was cut, or too many ask at once. */
export type ShownPublicReceipt = PublicReceipt | { readonly kind: 'broken' } | { readonly kind: 'busy' }
type Html = ReturnType<typeof html>

function pageBody(shown: ShownPublicReceipt, language: PublicReceiptLanguage): Html {
  const messages = publicReceiptMessages[language]
  const state = (title: string, detail: string) =>
    html`<main class="state"><h1>${title}</h1><p>${detail}</p></main>`
  switch (shown.kind) {
    case 'waiting':
      return state(messages.waiting, messages.waitingMore)
    case 'canceled':
      return state(messages.canceled, messages.canceledMore)
    case 'broken':
      return state(messages.broken, messages.brokenMore)
    case 'busy':
      return state(messages.title, messages.busy)
    case 'receipt': {
      const { invoice, company, acknowledged } = shown
      const lines = receiptLines({ invoice, company, copy: false }, receiptMessages[language])
      const notice =
        invoice.status === 'canceled'
          ? messages.canceledReceipt
          : acknowledged
            ? null
            : messages.unacknowledged
      return html`<main><h1 class="top">${messages.title}</h1>
${notice === null ? '' : html`<div class="state"><p>${notice}</p></div>`}
${receiptHtml(lines, messages.title, messages.qr)}</main>
<footer class="foot">${invoice.receipt ? html`<a href="${invoice.receipt.verifyUrl}" rel="noreferrer">${messages.check}</a><br>` : ''}${messages.keep}</footer>`
    }
  }
}

function refreshes(shown: ShownPublicReceipt): boolean {
  if (shown.kind === 'receipt') return !shown.acknowledged && shown.invoice.status !== 'canceled'
  return shown.kind === 'waiting' || shown.kind === 'busy'
}

/** The public page of an invoice: complete without a script, small, in the visitor's language. */
export function publicReceiptPage(shown: ShownPublicReceipt, language: PublicReceiptLanguage): Html {
  const messages = publicReceiptMessages[language]
  const other = language === 'en' ? 'sw' : 'en'
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
${refreshes(shown) ? html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">` : ''}
<title>${messages.title} · Risiti</title>
<style>${raw(PUBLIC_RECEIPT_STYLE)}</style>
</head>
<body>
<nav class="top"><span>Risiti</span><a href="?lang=${other}" lang="${other}" hreflang="${other}">${messages.otherLanguage}</a></nav>
${pageBody(shown, language)}
</body>
</html>`
}
