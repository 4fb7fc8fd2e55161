import type { ShownSms } from './sms-inbox.ts'

/** What the phone shows: its number, the session with what was dialled in it, and the last answer. */
export type ShownPhone = {
  readonly phone: string
  readonly session: string
  readonly text: string
  /** `CON …` or `END …`; empty before the first call. */
  readonly answer: string
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const STYLE = `body{font:16px/1.5 system-ui;margin:0 auto;max-width:24rem;padding:1rem;background:#fff;color:#111}
pre{background:#dfe8d2;color:#111;border:1px solid #555;border-radius:8px;padding:1rem;min-height:9rem;white-space:pre-wrap;font:16px/1.4 monospace}
input,button{font:inherit;min-height:48px;width:100%;box-sizing:border-box;margin:.25rem 0 .75rem}`

/** The page of the phone; forms only, so that it works without scripts. */
export function phonePage(
  { phone, session, text, answer }: ShownPhone,
  messages: readonly ShownSms[],
): string {
  const goesOn = answer.startsWith('CON ')
  const hidden = [
    ['phone', phone],
    ['session', session],
    ['text', text],
  ]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value ?? '')}">`)
    .join('')
  const reply = goesOn
    ? `<form method="post">${hidden}<label>Answer<input name="input" autocomplete="off" autofocus required></label>
<button name="do" value="answer">Send</button></form>`
    : ''
  const again =
    answer === ''
      ? ''
      : `<form method="post">${hidden}<button name="do" value="repeat">Send the last request again</button></form>`
  const received = messages.map((sms) => `<li>${escaped(sms.from)}: ${escaped(sms.text)}</li>`).join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Feature phone</title><style>${STYLE}</style></head><body>
<h1>Feature phone</h1>
<pre role="status">${escaped(answer.slice(4))}</pre>
${reply}
<form method="post"><label>Number of this phone<input name="phone" inputmode="tel" value="${escaped(phone)}" required></label>
<button name="do" value="dial">Dial *148*09#</button></form>
${again}
<h2>Messages</h2>
<ul>${received}</ul>
</body></html>`
}
