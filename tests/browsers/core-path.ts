import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode as encodePng } from 'fast-png'
import { encode as encodeQr } from 'uqr'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import { linkOf } from '../e2e/steps/paper-receipt.ts'
import { fetchRelease, readRelease, releaseOf } from '../e2e/steps/releases.ts'
import { readPdf } from '../support/read-pdf.ts'
import { FALLBACKS } from './fallbacks.ts'
import type { Person } from './person.ts'
import { until } from './until.ts'
import type { Phone, Step } from './walk.ts'

const MAIN_TIN = '999000001'
const PIN = '7294'
/** An open page notices within a minute that a server is back (`followChanges`), and then sends by itself. */
const SENDS_WITHIN_MS = 75_000
const PAYMENT = { role: 'dialog', name: 'Payment' } as const
const SHARE = { role: 'dialog', name: 'Share' } as const

function noteOf({ notes }: Phone, name: string): string {
  const value = notes.get(name)
  if (value === undefined) throw new Error(`no ${name} was noted`)
  return value
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected)
    throw new Error(`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
}

async function untilControlled(person: Person): Promise<void> {
  await until(
    'the worker controls the page',
    async () => {
      const state = await person.tab.run(() => navigator.serviceWorker.controller?.state ?? 'none')
      return state === 'activated' || undefined
    },
    90_000,
  )
}

const logIn: Step = {
  name: 'login',
  async walk({ person, line, authority, notes }) {
    await person.tab.goto(`${line.url}/login`)
    await person.tab.run(() => localStorage.setItem('language', 'en'))
    // WebKit never ends the installation of a first worker whose page is left meanwhile.
    await untilControlled(person)
    await person.tab.reload()
    // The running app replaces the form that the page came with.
    await until('the running app', async () => {
      const runs = await person.tab.run(() => Object.hasOwn(history, 'pushState'))
      return runs || undefined
    })
    await person.fill('Username', 'operator')
    await person.fill('Password', DEMO_PASSWORD)
    await person.press('button', 'Log in')
    await person.see('heading', /^Welcome/, { withinMs: 180_000 })
    notes.set('receipts before', String((await authority.ledger(MAIN_TIN)).length))
  },
}

const firstSync: Step = {
  name: 'first sync',
  async walk({ person }) {
    await person.see('link', /^Issued/, { withinMs: 180_000 })
    await untilControlled(person)
  },
}

const sellOffline: Step = {
  name: 'offline sale',
  async walk(phone) {
    const { person, line } = phone
    line.cut()
    await person.press('link', 'New invoice')
    const path = await until(
      'the editor',
      async () => /draft=([\w-]+)/.exec(await person.path()) ?? undefined,
    )
    phone.notes.set('invoice', path[1] ?? '')
    await person.fill('Search products and services', 'Sukari')
    await person.press('button', /^Sukari/)
    await person.press('button', /^Charge/)
    await person.press('button', 'Cash', { inside: PAYMENT })
    await person.press('button', /^Submit/, { inside: PAYMENT })
    await person.see('text', /^Saved on this/)
    await person.press('link', 'Open the receipt')
    await person.see('text', 'Waiting to send')
  },
}

const reloadOffline: Step = {
  name: 'reload offline',
  async walk(phone) {
    const { person, line } = phone
    const asked = line.seen.length
    await person.tab.reload()
    await person.see('text', 'Waiting to send')
    await person.see('text', 'Not a fiscal receipt')
    await person.tab.goto(`${line.url}/invoices`)
    await person.see('link', /^1 waiting/)
    expectEqual('the number of requests that got through', line.seen.length - asked, 0)
  },
}

/** No touch and no wake-up from the browser: the open page sends by itself. */
const send: Step = {
  name: 'send',
  async walk({ person, line }) {
    line.heal()
    await person.see('link', 'All sent', { withinMs: SENDS_WITHIN_MS })
  },
}

/** As a person who does not want to wait. */
const sendNow: Step = {
  name: 'send',
  async walk({ person, line }) {
    line.heal()
    await person.press('link', /^1 waiting/)
    await person.press('button', 'Send now')
    await person.see('text', 'Everything is sent', { withinMs: SENDS_WITHIN_MS })
  },
}

const readReceipt: Step = {
  name: 'receipt',
  async walk(phone) {
    const { person, line, authority } = phone
    await person.tab.goto(`${line.url}/invoice/${noteOf(phone, 'invoice')}`)
    const before = Number(noteOf(phone, 'receipts before'))
    const receipts = await until('the receipt at the authority', async () => {
      const ledger = await authority.ledger(MAIN_TIN)
      return ledger.length > before ? ledger : undefined
    })
    expectEqual('the number of new receipts', receipts.length - before, 1)
    const code = receipts.sort((a, b) => a.gc - b.gc).at(-1)?.rctvnum ?? ''
    phone.notes.set('code', code)
    // The proxy keeps the stream of changes back: the phone asks when it sends, or once in a while.
    await until(
      'the receipt on the screen',
      async () => {
        if (await person.sees('text', code)) return true
        await person.tab.goto(`${line.url}/sync`)
        await person.press('button', 'Send now', { withinMs: 20_000 })
        await person.see('text', 'Everything is sent', { withinMs: 20_000 })
        await person.tab.goto(`${line.url}/invoice/${noteOf(phone, 'invoice')}`)
        await person.see('text', code, { withinMs: 20_000 })
        return true
      },
      180_000,
    )
  },
}

const savePdf: Step = {
  name: 'PDF',
  async walk(phone) {
    const { person } = phone
    await person.tab.run(() => {
      const make = URL.createObjectURL.bind(URL)
      URL.createObjectURL = (made) => {
        if (made instanceof File && made.type === 'application/pdf') Reflect.set(window, 'savedFile', made)
        return make(made)
      }
      // What a share would get, where the browser has one: it is refused, so that the file is saved.
      if ('share' in navigator)
        navigator.share = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await person.press('button', 'Share')
    await person.press('button', /^(Save|Send) the PDF$/, { inside: SHARE })
    const base64 = await until('the PDF', async () => {
      const text = await person.tab.run(async () => {
        const file: unknown = Reflect.get(window, 'savedFile')
        if (!(file instanceof File)) return null
        const bytes = new Uint8Array(await file.arrayBuffer())
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      })
      return text ?? undefined
    })
    const texts = readPdf(Buffer.from(base64, 'base64')).flatMap((page) => page.texts.map(({ text }) => text))
    if (!texts.includes(noteOf(phone, 'code')))
      throw new Error(`the PDF does not say the code: ${texts.join(' ')}`)
  },
}

/** Without the system's own share the sheet offers the file, a chat, a message, and the words to copy. */
const shareOtherwise: Step = {
  name: 'share fallback',
  async walk({ person }) {
    const canShare = await person.tab.run(
      () =>
        'canShare' in navigator &&
        navigator.canShare({ files: [new File([], 'a.pdf', { type: 'application/pdf' })] }),
    )
    await person.see('button', canShare ? 'Send the PDF' : 'Save the PDF', { inside: SHARE })
    await person.fill("Customer's phone number", '700000101', { inside: SHARE })
    const href = await until('the link to the chat', async () => {
      const found = await person.tab.run(
        () => document.querySelector<HTMLAnchorElement>('a[href*="wa.me"]')?.href ?? '',
      )
      return found.includes('255700000101') ? found : undefined
    })
    const link = /http\S+\/slip\/[\w-]{22}/.exec(new URL(href).searchParams.get('text') ?? '')?.[0] ?? ''
    // The buyer's browser needs nothing of the app, not even scripts.
    const page = await (await fetch(`${link}?lang=en`)).text()
    if (!page.includes('TOTAL INCL OF TAX')) throw new Error(`${link} shows no receipt`)
    await person.press('button', 'Copy the text', { inside: SHARE })
    await person.see('text', /^(Text copied|This browser does not allow copying)/)
  },
}

function writeQrPicture(text: string, file: string): void {
  const { data, size } = encodeQr(text, { ecc: 'M', border: 4 })
  const cell = 6
  const side = size * cell
  const pixels = new Uint8Array(side * side)
  for (let at = 0; at < pixels.length; at += 1) {
    const row = Math.floor(Math.floor(at / side) / cell)
    pixels[at] = data[row]?.[Math.floor((at % side) / cell)] ? 0 : 255
  }
  writeFileSync(file, encodePng({ width: side, height: side, data: pixels, channels: 1, depth: 8 }))
}

const scanPicture: Step = {
  name: 'scan a picture',
  async walk({ person, line, authority, demo, folder }) {
    const [receipt] = await authority.ledger(MAIN_TIN)
    if (!receipt) throw new Error('the demo has sold nothing')
    const picture = join(folder, 'receipt.png')
    writeQrPicture(linkOf(demo.simulatorUrl, receipt), picture)
    if (readFileSync(picture).length === 0) throw new Error('no picture')
    await person.tab.goto(`${line.url}/new-expense?by=scan`)
    const sheet = { role: 'dialog', name: 'Scan QR' } as const
    await person.see('button', 'Choose a picture', { inside: sheet })
    await person.giveFile(picture, { inside: sheet })
    await person.see('text', 'Verified with TRA. The details were filled in.')
    expectEqual('the code that was read', (await person.see('field', 'Receipt code')).value, receipt.rctvnum)
  },
}

const usePin: Step = {
  name: 'PIN',
  async walk({ person, line }) {
    await person.tab.goto(`${line.url}/settings`)
    await person.press('button', 'Set a PIN')
    const sheet = { role: 'dialog', name: 'Set a PIN' } as const
    await person.fill('New PIN', PIN, { inside: sheet })
    await person.fill('Repeat the new PIN', PIN, { inside: sheet })
    await person.press('button', 'Set a PIN', { inside: sheet })
    await person.see('text', 'The PIN is set')
    await person.press('button', 'Lock now')
    const pad = { role: 'group', name: 'Keypad' } as const
    for (const digit of PIN) await person.press('button', digit, { inside: pad })
    await person.press('button', 'Unlock', { inside: pad })
    await person.see('button', 'Lock now')
  },
}

const update: Step = {
  name: 'update',
  async walk({ person, line, demo }) {
    await person.tab.goto(`${line.url}/customers`)
    await person.see('heading', 'Customers')
    const page = { evaluate: async <Found>(ask: () => Found | Promise<Found>) => await person.tab.run(ask) }
    const releases = await readRelease(demo, line)
    expectEqual('the release', await releaseOf(page), 'first')
    releases.serve('second')
    await fetchRelease(page)
    await person.press('button', /Update now/)
    await until('the new release', async () => ((await releaseOf(page)) === 'second' ? true : undefined))
    await person.see('heading', 'Customers')
  },
}

/** Everything that this suite knows. */
export const LONG_PATH: readonly Step[] = [
  logIn,
  firstSync,
  sellOffline,
  reloadOffline,
  send,
  readReceipt,
  savePdf,
  shareOtherwise,
  ...FALLBACKS,
  scanPicture,
  usePin,
  update,
]

/** What `npm test` has time for. */
export const SHORT_PATH: readonly Step[] = [
  logIn,
  firstSync,
  sellOffline,
  reloadOffline,
  sendNow,
  readReceipt,
]
