import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { answer, type SimAnswer } from './simulator-http.ts'

/** A piece of a page; every value in it is escaped, but for other pieces. */
export type Html = ReturnType<typeof html>

/** Shown on every page that a person could mistake for a real one. */
export const SIMULATION_MARK = html`<p class="mark">SIMULATION - NOT A FISCAL RECEIPT<small lang="sw">MAJARIBIO - HII SI RISITI YA EFD</small></p>`

const STYLE = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:26rem;font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
body.wide{max-width:72rem}
h1{font-size:1.15rem;margin:.2rem 0}
h2{font-size:1rem;margin:1.4rem 0 .4rem}
.mark{background:#b3261e;color:#fff;font-weight:700;text-align:center;padding:.6rem;border-radius:.5rem;margin:.5rem 0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.3rem .8rem;margin:.8rem 0}
dt{font-weight:600}
dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
small{display:block;font-weight:400;opacity:.75}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .4rem;border-bottom:1px solid #8886;vertical-align:top}
.number{text-align:right}
.total{font-size:1.1rem;font-weight:700}
.code{font-size:1.2rem;font-weight:700;text-align:center;letter-spacing:.05em}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.5rem 0}
label{display:block}
input,select,button{font:inherit;padding:.55rem .7rem;border-radius:.4rem;border:1px solid #888;min-height:2.75rem;max-width:100%}
input.short{width:4.5rem}
button{background:#1b5e4a;color:#fff;border:0;cursor:pointer}
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** A whole page without scripts; the policy allows its one style sheet by hash. */
export function htmlPage(title: string, body: Html, { wide = false, status = 200 } = {}): SimAnswer {
  // Only title and body carry foreign text, and `html` escapes it.
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(STYLE)}</style></head>
<body class="${wide ? 'wide' : 'narrow'}">${body}</body></html>
`
  if (page instanceof Promise) throw new Error('a page of the simulator waits for nothing')
  return answer(status, 'text/html; charset=utf-8', page.toString(), {
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  })
}
