import { createHash } from 'node:crypto'
import type { ProviderContact } from '#domain/contact/provider-contact.ts'
import { percentText } from '#domain/money/basis-points.ts'
import { moneyText, plainAmount } from '#domain/money/money-text.ts'
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

/** The landing page with the prices, the address and the contacts of this server; any other file as it is. */
export function fillLanding(file: AppFile, facts: LandingFacts): AppFile {
  const language = LANDING.exec(file.path)?.[1]
  if (language === undefined) return file
  const { prices } = facts
  const places: Record<string, string> = {
    rate: percentText(prices.vat),
    'public-url': escaped(facts.publicUrl),
    prices: `${prices.annual}-${prices.installation}-${prices.vat}`,
    'structured-data': structuredData(facts, language),
    contact: contactLinks(facts.contact),
  }
  const sums = {
    annual: priceOf(prices, { years: 1, installation: false }),
    installation: priceOf(prices, { years: 0, installation: true }),
    first: priceOf(prices, { years: 1, installation: true }),
  }
  for (const [name, { net, gross }] of Object.entries(sums)) {
    places[`${name}.net`] = moneyText(net)
    places[`${name}.gross`] = moneyText(gross)
  }
  const page = file.bytes
    .toString('utf8')
    .replaceAll(/\{\{([a-z.-]+)\}\}/g, (mark, name: string) => places[name] ?? mark)
  const bytes = Buffer.from(page)
  return {
    ...file,
    bytes,
    hash: createHash('sha256').update(bytes).digest('hex'),
    inlineScripts: inlineScriptsOf(page),
  }
}
