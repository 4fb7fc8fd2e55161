import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/start-test-server.ts'

let appDir: string
let server: TestServer
beforeAll(async () => {
  appDir = mkdtempSync(join(tmpdir(), 'risiti-landing-'))
  writeFileSync(join(appDir, 'index.html'), '<!doctype html><head><title>Risiti</title></head>')
  for (const language of ['sw', 'en']) {
    const places = '{{prices}} {{annual.net}} {{annual.gross}} {{first.gross}} {{rate}} {{contact}} {{other}}'
    const data = '<script type="application/ld+json">{{structured-data}}</script>'
    writeFileSync(join(appDir, `landing.${language}.html`), `<html lang="${language}">${places} ${data}`)
  }
  writeFileSync(join(appDir, 'manifest.webmanifest'), '{"lang":"sw"}')
  writeFileSync(join(appDir, 'manifest.en.webmanifest'), '{"lang":"en"}')
  server = await startTestServer({
    appDir,
    environment: {
      PRICE_SUBSCRIPTION: '60000',
      PROVIDER_PHONE: '0700000100',
      PROVIDER_EMAIL: 'a@example.test',
    },
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(appDir, { recursive: true, force: true })
})

async function landing(language?: string): Promise<string> {
  const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
  return await (await fetch(server.url, { headers })).text()
}

test('the landing page has the prices and contacts of its server, with VAT (spec §1; tanzania-facts §6)', async () => {
  const page = await landing('en')
  const texts = [
    '{&quot;rate&quot;:&quot;18&quot;,',
    'Tsh\u00a060,000',
    'Tsh\u00a070,800',
    'Tsh\u00a0213,580',
    ' 18 ',
  ]
  for (const text of texts) expect(page).toContain(text)
  expect(page).toContain('<a href="tel:+255700000100">')
  expect(page).toContain('{{other}}')
  const [, data = ''] = /ld\+json">(.*?)<\/script>/.exec(page) ?? []
  expect(JSON.parse(data)).toMatchObject({ offers: { price: '70800.00', priceCurrency: 'TZS' } })
})

test('the page of the app has the prices too: the worker of a returning visitor shows it as the landing page (spec §1)', async () => {
  const page = await (await fetch(`${server.url}/index.html`)).text()
  expect(page).toMatch(/<meta name="prices" content="[^"]*60,000[^"]*"><\/head>/)
})

test('it comes in the first of our languages that the browser asks for, else in Swahili', async () => {
  expect(await landing('fr-FR,en;q=0.8,sw;q=0.5')).toContain('lang="en"')
  expect(await landing('sw-TZ,en')).toContain('lang="sw"')
  expect(await landing('fr')).toContain('lang="sw"')
  const { headers } = await fetch(server.url)
  expect(headers.get('vary')).toContain('accept-language')
})

test('search engines find the public pages (spec §2), and not the receipts of customers', async () => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text()
  expect(robots).toContain('Disallow: /slip/')
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text()
  for (const path of ['/', '/help/FAQs', '/tax-tips']) expect(sitemap).toContain(`${path}</loc>`)
  expect(sitemap).not.toContain('/dashboard')
})

test('the manifest of the app comes in the language of the browser, at one address', async () => {
  const manifest = async (language: string) => {
    const answer = await fetch(`${server.url}/manifest.webmanifest`, {
      headers: { 'accept-language': language },
    })
    expect(answer.headers.get('content-type')).toBe('application/manifest+json')
    expect(answer.headers.get('vary')).toContain('accept-language')
    const read: unknown = await answer.json()
    return read
  }
  expect(await manifest('en-TZ,sw;q=0.5')).toEqual({ lang: 'en' })
  expect(await manifest('sw-TZ,en;q=0.5')).toEqual({ lang: 'sw' })
  expect(await manifest('fr')).toEqual({ lang: 'sw' })
})
