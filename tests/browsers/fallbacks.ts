import type { Phone, Step } from './walk.ts'

/** The features of a browser that the app uses where they are, and does without where they are not. */
function featuresInPage(): Record<string, boolean> {
  return {
    'Background Sync': 'SyncManager' in window,
    push: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    'receipt printers': ['bluetooth', 'usb', 'serial'].some(
      (name) => name in navigator && Reflect.get(navigator, name),
    ),
  }
}

async function has({ person }: Phone, feature: string): Promise<boolean> {
  return (await person.tab.run(featuresInPage))[feature] ?? false
}

const noteFeatures: Step = {
  name: 'features',
  async walk({ person, notes }) {
    const lacking = Object.entries(await person.tab.run(featuresInPage)).filter(([, present]) => !present)
    notes.set('lacks', lacking.map(([name]) => name).join(','))
  },
}

/** What waits is sent by the open page alone, and the screen says so. */
const withoutBackgroundSync: Step = {
  name: 'sending, said on the screen',
  async walk(phone) {
    const { person, line } = phone
    await person.tab.goto(`${line.url}/sync`)
    await person.see('text', 'Everything is sent')
    // What a phone without a connection tells its browser; the line itself is whole.
    await person.tab.run(() => {
      Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => false })
      window.dispatchEvent(new Event('offline'))
    })
    await person.see(
      'text',
      (await has(phone, 'Background Sync'))
        ? /will be sent automatically when you are back online/
        : /This browser can send only while Risiti is open/,
    )
    await person.tab.reload()
  },
}

const withoutPush: Step = {
  name: 'notifications, said on the screen',
  async walk(phone) {
    const { person, line } = phone
    await person.tab.goto(`${line.url}/settings`)
    await person.see(
      'text',
      (await has(phone, 'push'))
        ? /^(This phone (can notify|notifies) you even while|Notifications are blocked)/
        : /^This browser cannot notify you while Risiti is closed/,
    )
  },
}

const withoutPrinters: Step = {
  name: 'printing, said on the screen',
  async walk(phone) {
    const { person, line, notes } = phone
    await person.tab.goto(`${line.url}/invoice/${notes.get('invoice')}`)
    await person.press('button', 'Print')
    const sheet = { role: 'dialog', name: 'Print' } as const
    await person.press('text', '58 mm', { inside: sheet })
    if (await has(phone, 'receipt printers')) await person.see('field', 'Printer', { inside: sheet })
    else await person.see('text', /^This browser cannot connect to receipt printers/, { inside: sheet })
  },
}

/** Where the browser has no reader of its own, the app brings one. */
const withoutBarcodes: Step = {
  name: 'barcodes, looked for by the camera',
  async walk({ person, line }) {
    await person.tab.goto(`${line.url}/new-invoice`)
    await person.press('button', 'Scan a barcode')
    const sheet = { role: 'dialog', name: 'Scan a barcode' } as const
    await person.see('text', 'Point the camera at the barcode', { inside: sheet })
  },
}

/** What the engine lacks, and that the app says what to do instead. */
export const FALLBACKS: readonly Step[] = [
  noteFeatures,
  withoutBackgroundSync,
  withoutPush,
  withoutPrinters,
  withoutBarcodes,
]
