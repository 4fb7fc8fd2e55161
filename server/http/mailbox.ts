import type { Hono } from 'hono'
import { html } from 'hono/html'
import { findAttachment, findMailHtml, listLatestMails } from '../storage/notifications/mails.ts'
import type { Db } from '../storage/schema.ts'
import type { AppEnv } from './app-env.ts'

const SHOWN = 100
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The mailbox for developers: what the embedded default would have mailed, newest first. */
export function serveMailbox(app: Hono<AppEnv>, db: Db): void {
  app.get('/dev/mailbox/:id/attachment', async (c) => {
    const id = c.req.param('id')
    const found = UUID.test(id) ? await findAttachment(db, id) : undefined
    if (found === undefined) return c.notFound()
    c.header('content-type', 'application/pdf')
    c.header('content-disposition', `attachment; filename="${found.name.replace(/[^\w.-]/g, '_')}"`)
    c.header('cache-control', 'no-store')
    return c.body(new Uint8Array(found.content))
  })
  app.get('/dev/mailbox/:id/html', async (c) => {
    const id = c.req.param('id')
    const found = UUID.test(id) ? await findMailHtml(db, id) : undefined
    if (found === undefined) return c.notFound()
    // Shown as a mail program shows it: its own styles, no scripts, nothing fetched.
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    c.header('cache-control', 'no-store')
    return c.html(found)
  })
  app.get('/dev/mailbox', async (c) => {
    const mails = await listLatestMails(db, SHOWN)
    c.header('cache-control', 'no-store')
    return c.html(
      html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox · Risiti</title></head>
<body>
<h1>Mailbox</h1>
<p>Mail that this server would have sent. It stays here because no SMTP_URL is set.</p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : ''}
${mails.map(
  (mail) => html`<article>
<h2>${mail.subject}</h2>
<p>${mail.created_at} · to ${mail.to_address}</p>
<pre>${mail.text}</pre>
${mail.has_html ? html`<p><a href="/dev/mailbox/${mail.id}/html">As HTML</a></p>` : ''}
${mail.attachment_name === null ? '' : html`<p><a href="/dev/mailbox/${mail.id}/attachment">${mail.attachment_name}</a></p>`}
</article>`,
)}
</body>
</html>`,
    )
  })
}
