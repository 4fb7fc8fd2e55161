import { createHash } from 'node:crypto'
import type { ProviderContact } from '#domain/contact/provider-contact.ts'
import { plainAmount } from '#domain/money/money-text.ts'
import { priceTexts } from '#domain/subscription/price-texts.ts'
import { type Prices, priceOf } from '#domain/subscription/prices.ts'
import { type AppFile, inlineScriptsOf } from './app-file.ts'

/** What the landing page says of this server. */
export type LandingFacts = {
  readonly publicUrl: string
  readonly prices: Prices
  readonly contact: ProviderContact
}

/** `/landing.en.html`, `/landing.sw.html`: written by the build, with places for what a server configures. */
const LANDING = /^\/landing\.(sw|en)\.html$/

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Search engines get the same facts as people (schema.org). `<` cannot end the script. */
function structuredData({ publicUrl, prices, contact }: LandingFacts, language: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Risiti',
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    inLanguage: language,
    url: `${publicUrl}/`,
    offers: {
      '@type': 'Offer',
      price: plainAmount(priceOf(prices, { years: 1, installation: false }).gross),
      priceCurrency: 'TZS',
    },
    provider: {
      '@type': 'Organization',
      name: 'Risiti',
      url: `${publicUrl}/`,
      ...(contact.phone === null ? {} : { telephone: contact.phone }),
      ...(contact.email === null ? {} : { email: contact.email }),
    },
  }
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

function contactLinks({ phone, email }: ProviderContact): string {
  return [
    ...(phone === null ? [] : [`<a href="tel:${escaped(phone)}">${escaped(phone)}</a>`]),
    ...(email === null ? [] : [`<a href="mailto:${escaped(email)}">${escaped(email)}</a>`]),
  ].join(' · ')
}

function withPage(file: AppFile, page: string): AppFile {
  const bytes = Buffer.from(page)
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { ...file, bytes, hash, inlineScripts: inlineScriptsOf(page) }
}

/** The page of the app, which a returning visitor's worker also shows as the landing page. */
function fillApp(file: AppFile, prices: string): AppFile {
  const meta = `<meta name="prices" content="${prices}">`
  return withPage(
    file,
    file.bytes.toString('utf8').replace('</head>', () => `${meta}</head>`),
  )
}

/**
 * The landing page with the prices, the address and the contacts of this server, and the page of the app with its
 * prices; any other file as it is.
 */
export function fillLanding(file: AppFile, facts: LandingFacts): AppFile {
  const language = LANDING.exec(file.path)?.[1]
  const texts = priceTexts(facts.prices)
  if (file.path === '/index.html') return fillApp(file, escaped(JSON.stringify(texts)))
  if (language === undefined) return file
  const places: Record<string, string> = {
    rate: texts.rate,
    'public-url': escaped(facts.publicUrl),
    prices: escaped(JSON.stringify(texts)),
    'structured-data': structuredData(facts, language),
    contact: contactLinks(facts.contact),
  }
  for (const name of ['annual', 'installation', 'first'] as const) {
    places[`${name}.net`] = texts[name].net
    places[`${name}.gross`] = texts[name].gross
  }
  const page = file.bytes
    .toString('utf8')
    .replaceAll(/\{\{([a-z.-]+)\}\}/g, (mark, name: string) => places[name] ?? mark)
  return withPage(file, page)
}
