import { html } from 'hono/html'
import { encode } from 'uqr'
import { groupLines, type LineGroup } from '#domain/receipts/group-lines.ts'
import { type Logo, logoRuns } from '#domain/receipts/logo.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'

type Html = ReturnType<typeof html>
type Pairs = Extract<LineGroup, { kind: 'facts' | 'sums' }>
type Item = Extract<ReceiptLine, { kind: 'item' }>

function pairs({ kind, lines }: Pairs): Html {
  return html`<dl class="${kind}">${lines.map(
    (line) =>
      html`<div class="${line.kind === 'grand' ? 'pair grand' : 'pair'}"><dt>${line.name}</dt><dd>${line.value}</dd></div>`,
  )}</dl>`
}

function item({ description, measure, amount, discount }: Item): Html {
  return html`<li><span class="sold">${description}</span>
<span class="pair"><span>${measure}</span><span>${amount}</span></span>
${discount ? html`<span class="pair"><span>${discount.name}</span><span>${discount.value}</span></span>` : ''}</li>`
}

/** A QR code as a drawing: squares of a path, so that nothing has to be loaded. */
function qr(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return html`<div class="qr"><svg viewBox="0 0 ${size} ${size}" width="100%" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg></div>`
}

/** The seller's picture; the name is below it as text. */
function logo(picture: Logo): Html {
  const { width, height } = picture
  const path = logoRuns(picture)
    .map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`)
    .join('')
  return html`<div class="logo"><svg viewBox="0 0 ${width} ${height}" width="${width}" aria-hidden="true" shape-rendering="crispEdges"><path d="${path}" fill="#000"/></svg></div>`
}

function draw(group: LineGroup, qrLabel: string): Html {
  switch (group.kind) {
    case 'rule':
      return html`<hr>`
    case 'facts':
    case 'sums':
      return pairs(group)
    case 'items':
      return html`<ul>${group.lines.map(item)}</ul>`
    case 'code':
      return html`<p class="code">${group.line.name} <strong>${group.line.text}</strong></p>`
    case 'qr':
      return qr(group.line.text, qrLabel)
    case 'logo':
      return logo(group.line.logo)
    case 'text':
      return html`<p class="${group.line.kind}">${group.line.text}</p>`
  }
}

/** A receipt as a part of a page; every text is escaped. */
export function receiptHtml(lines: readonly ReceiptLine[], label: string, qrLabel: string): Html {
  return html`<article aria-label="${label}">${groupLines(lines).map((group) => draw(group, qrLabel))}</article>`
}
