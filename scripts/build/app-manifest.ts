import type { Plugin } from 'vite'
import type { ManifestOptions } from 'vite-plugin-pwa'

/** What the phone shows of the app outside it: beside its icon and in the dialog that installs it. */
const WORDS = {
  sw: {
    about: 'Ankara za kodi na gharama za duka, hata bila mtandao',
    invoice: 'Ankara mpya',
    expense: 'Gharama mpya',
    scan: 'Skani risiti',
    counter: 'Kuandika ankara kwenye kaunta',
    paying: 'Kupokea malipo na kurudisha chenji',
    computer: 'Kuandika ankara kwenye kompyuta',
  },
  en: {
    about: 'Fiscal invoices and expenses of a shop, also offline',
    invoice: 'New invoice',
    expense: 'New expense',
    scan: 'Scan a receipt',
    counter: 'Writing an invoice at the counter',
    paying: 'Taking a payment and giving change',
    computer: 'Writing an invoice on a computer',
  },
} as const

const icon192 = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' } as const

/** A picture for the browser's install dialog, taken by `npm run screens`; `public` holds it, the precache does not. */
function screenshot(name: string, form: 'narrow' | 'wide', label: string) {
  const sizes = form === 'narrow' ? '360x740' : '1280x800'
  return { src: `/screenshots/${name}.png`, sizes, type: 'image/png', form_factor: form, label } as const
}

/** The manifest in a language. All else is the same in both: it is one app, which stays installed when its words change. */
export function manifestIn(language: keyof typeof WORDS): Partial<ManifestOptions> {
  const words = WORDS[language]
  return {
    name: 'Risiti',
    short_name: 'Risiti',
    description: words.about,
    lang: language,
    dir: 'ltr',
    id: '/',
    start_url: '/dashboard',
    theme_color: '#0e6a59',
    background_color: '#f7f5ef',
    icons: [
      icon192,
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    categories: ['business', 'finance'],
    file_handlers: [{ action: '/customers?import=csv', accept: { 'text/csv': ['.csv'] } }],
    shortcuts: [
      { name: words.invoice, url: '/new-invoice', icons: [icon192] },
      { name: words.expense, url: '/new-expense', icons: [icon192] },
      { name: words.scan, url: '/new-expense?by=scan', icons: [icon192] },
    ],
    share_target: {
      action: '/share-receipt',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [
          { name: 'files', accept: ['image/jpeg', 'image/png', 'application/pdf', '.jpg', '.png', '.pdf'] },
        ],
      },
    },
    screenshots: [
      screenshot('counter-narrow', 'narrow', words.counter),
      screenshot('paying-narrow', 'narrow', words.paying),
      screenshot('counter-wide', 'wide', words.computer),
    ],
  }
}

/** Writes the English manifest beside the usual one; the server gives out that of the browser's language. */
export function writeEnglishManifest(): Plugin {
  return {
    name: 'english-manifest',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify(manifestIn('en'))
      this.emitFile({ type: 'asset', fileName: 'manifest.en.webmanifest', source })
    },
  }
}
