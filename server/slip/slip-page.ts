import { html, raw } from 'hono/html'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptWords } from '../messages/receipt-words.ts'
import { slipWords } from '../messages/slip-words.ts'
import type { Slip } from '../services/slips/read-slip.ts'
import { receiptHtml } from './receipt-html.ts'
import { SLIP_STYLE } from './slip-style.ts'

/** How soon a page that waits looks again, in seconds: often enough at the counter, cheap over a day. */
const LOOK_AGAIN = 30

export type SlipLanguage = keyof typeof slipWords
/** Beside what a link shows: it was cut, or too many ask at once. */
export type ShownSlip = Slip | { readonly kind: 'broken' } | { readonly kind: 'busy' }
type Html = ReturnType<typeof html>

function bodyOf(slip: ShownSlip, language: SlipLanguage): Html {
  const words = slipWords[language]
  const state = (title: string, more: string) =>
    html`<main class="state"><h1>${title}</h1><p>${more}</p></main>`
  switch (slip.kind) {
    case 'waiting':
      return state(words.waiting, words.waitingMore)
    case 'canceled':
      return state(words.canceled, words.canceledMore)
    case 'broken':
      return state(words.broken, words.brokenMore)
    case 'busy':
      return state(words.title, words.busy)
    case 'receipt': {
      const { invoice, company, acknowledged } = slip
      const lines = receiptLines({ invoice, company, copy: false }, receiptWords[language])
      const news =
        invoice.status === 'canceled' ? words.canceledReceipt : acknowledged ? null : words.unacknowledged
      return html`<main><h1 class="top">${words.title}</h1>
${news === null ? '' : html`<div class="state"><p>${news}</p></div>`}
${receiptHtml(lines, words.title, words.qr)}</main>
<footer class="foot">${invoice.receipt ? html`<a href="${invoice.receipt.verifyUrl}" rel="noreferrer">${words.check}</a><br>` : ''}${words.keep}</footer>`
    }
  }
}

function looksAgain(slip: ShownSlip): boolean {
  if (slip.kind === 'receipt') return !slip.acknowledged && slip.invoice.status !== 'canceled'
  return slip.kind === 'waiting' || slip.kind === 'busy'
}

/** The public page of an invoice: complete without a script, small, in the visitor's language. */
export function slipPage(slip: ShownSlip, language: SlipLanguage): Html {
  const words = slipWords[language]
  const other = language === 'en' ? 'sw' : 'en'
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
${looksAgain(slip) ? html`<meta http-equiv="refresh" content="${LOOK_AGAIN}">` : ''}
<title>${words.title} · Risiti</title>
<style>${raw(SLIP_STYLE)}</style>
</head>
<body>
<nav class="top"><span>Risiti</span><a href="?lang=${other}" lang="${other}" hreflang="${other}">${words.otherLanguage}</a></nav>
${bodyOf(slip, language)}
</body>
</html>`
}
