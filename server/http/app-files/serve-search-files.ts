import type { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'

/** Pages that anybody may read and find (spec §2); the others need a login or belong to one person. */
const PUBLIC_PAGES = [
  '/',
  '/contact-us',
  '/tax-tips',
  '/help',
  '/help/FAQs',
  '/help/license-agreement',
  '/help/privacy-policy',
]

/** `robots.txt` and `sitemap.xml`: search engines find the public pages and nothing else. */
export function serveSearchFiles(app: Hono<AppEnv>, publicUrl: string): void {
  const robots = `User-agent: *\nDisallow: /api/\nDisallow: /v1/\nDisallow: /slip/\nSitemap: ${publicUrl}/sitemap.xml\n`
  const urls = PUBLIC_PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('')
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`
  const cached = { 'cache-control': 'public, max-age=86400' }
  app.get('/robots.txt', (c) =>
    c.body(robots, 200, { 'content-type': 'text/plain; charset=utf-8', ...cached }),
  )
  app.get('/sitemap.xml', (c) =>
    c.body(sitemap, 200, { 'content-type': 'application/xml; charset=utf-8', ...cached }),
  )
}
