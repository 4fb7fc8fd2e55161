import type {
  DeviceRecord,
  LedgerEntry,
  ReceiptRecord,
  ReceivedRecord,
  ZReportRecord,
} from './ledger-entries.ts'
import { DEFAULT_SETTINGS, type Settings } from './settings.ts'

/** What one device has sent so far, with the counters the rules ask for. */
export type DeviceBook = {
  byGc: Map<number, ReceiptRecord>
  highestGc: number
  /** Per fiscal date: highest DC, and the sums a Z report is held against. */
  days: Map<string, DayBook>
  zReports: Map<string, ZReportRecord>
}

export type DayBook = { highestDc: number; dcs: Set<number>; totalCents: number; discountCents: number }

export type Token = { certkey: string; expiresAtMs: number }

/** A certificate and the device that it was given to. */
type Certificate = { certkey: string; certificatePem: string }

export type Ledger = {
  devices: Map<string, DeviceRecord>
  /** Device by the serial of its certificate: lower-case hex without leading zeros. */
  /** Every certificate a device has had: what was signed under an earlier one is still verified with it. */
  bySerial: Map<string, Certificate>
  tokens: Map<string, Token>
  receipts: Map<string, ReceiptRecord>
  books: Map<string, DeviceBook>
  received: ReceivedRecord[]
  receivedCount: number
  settings: Settings
}

/** The journal keeps everything; memory keeps the latest, so that a long-lived demo does not grow for ever. */
const RECEIVED_IN_MEMORY = 20_000

export function emptyLedger(): Ledger {
  return {
    devices: new Map(),
    bySerial: new Map(),
    tokens: new Map(),
    receipts: new Map(),
    books: new Map(),
    received: [],
    receivedCount: 0,
    settings: DEFAULT_SETTINGS,
  }
}

/** The serial as the comparison of the Cert-Serial header wants it. */
export function plainSerial(hex: string): string {
  return hex.replaceAll(' ', '').toLowerCase().replace(/^0+/, '')
}

export function bookOf(ledger: Ledger, certkey: string): DeviceBook {
  let book = ledger.books.get(certkey)
  if (book === undefined) {
    book = { byGc: new Map(), highestGc: 0, days: new Map(), zReports: new Map() }
    ledger.books.set(certkey, book)
  }
  return book
}

export function dayOf(book: DeviceBook, date: string): DayBook {
  let day = book.days.get(date)
  if (day === undefined) {
    day = { highestDc: 0, dcs: new Set(), totalCents: 0, discountCents: 0 }
    book.days.set(date, day)
  }
  return day
}

/** Applies one entry; the same function serves live changes and the replay at start. */
export function applyEntry(ledger: Ledger, entry: LedgerEntry): void {
  switch (entry.kind) {
    case 'device-issued':
      insertDevice(ledger, entry.device)
      return
    case 'device-changed': {
      const device = ledger.devices.get(entry.certkey)
      if (device !== undefined) Object.assign(device, entry.change)
      return
    }
    case 'certificate-renewed': {
      const device = ledger.devices.get(entry.certkey)
      if (device !== undefined) insertDevice(ledger, Object.assign(device, entry.certificate))
      return
    }
    case 'token-issued':
      ledger.tokens.set(entry.token, { certkey: entry.certkey, expiresAtMs: entry.expiresAtMs })
      return
    case 'tokens-revoked':
      for (const [text, token] of ledger.tokens) {
        if (token.certkey === entry.certkey) ledger.tokens.delete(text)
      }
      return
    case 'receipt-accepted':
      insertReceipt(ledger, entry.receipt)
      return
    case 'receipt-resent': {
      const receipt = ledger.receipts.get(entry.rctvnum)
      if (receipt === undefined) return
      receipt.resends += 1
      receipt.visibleAtMs = entry.visibleAtMs
      return
    }
    case 'z-accepted':
      bookOf(ledger, entry.report.certkey).zReports.set(entry.report.znumber, entry.report)
      return
    case 'z-resent': {
      const report = bookOf(ledger, entry.certkey).zReports.get(entry.znumber)
      if (report !== undefined) report.resends += 1
      return
    }
    case 'received':
      ledger.received.push(entry.received)
      ledger.receivedCount = entry.received.number
      if (ledger.received.length > RECEIVED_IN_MEMORY * 1.1) {
        ledger.received = ledger.received.slice(-RECEIVED_IN_MEMORY)
      }
      return
    case 'settings-changed':
      ledger.settings = entry.settings
      return
    case 'reset':
      resetLedger(ledger, entry.keepDevices)
      return
  }
}

function insertDevice(ledger: Ledger, device: DeviceRecord): void {
  ledger.devices.set(device.certkey, device)
  const { certkey, certificatePem } = device
  ledger.bySerial.set(plainSerial(device.certSerialHex), { certkey, certificatePem })
}

function insertReceipt(ledger: Ledger, receipt: ReceiptRecord): void {
  ledger.receipts.set(receipt.rctvnum, receipt)
  const book = bookOf(ledger, receipt.certkey)
  book.byGc.set(receipt.gc, receipt)
  book.highestGc = Math.max(book.highestGc, receipt.gc)
  const day = dayOf(book, receipt.date)
  day.highestDc = Math.max(day.highestDc, receipt.dc)
  day.dcs.add(receipt.dc)
  day.totalCents += receipt.totalInclCents
  day.discountCents += receipt.discountCents
}

function resetLedger(ledger: Ledger, keepDevices: boolean): void {
  const fresh = emptyLedger()
  if (keepDevices) {
    fresh.devices = ledger.devices
    fresh.bySerial = ledger.bySerial
    fresh.tokens = ledger.tokens
  }
  Object.assign(ledger, fresh)
}
