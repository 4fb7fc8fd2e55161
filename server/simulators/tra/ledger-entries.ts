import type { Settings } from './settings.ts'

/** What the simulator knows about one virtual fiscal device, secrets included. */
export type DeviceRecord = {
  certkey: string
  tin: string
  name: string
  street: string
  mobile: string
  city: string
  region: string
  country: string
  address: string
  /** Empty when the taxpayer has no VAT registration. */
  vrn: string
  taxOffice: string
  regId: string
  uin: string
  /** The one in force is last; earlier ones stay valid for receipts numbered under them. */
  receiptCodes: string[]
  /** First counter value, as the registration answer gives it. */
  gc: number
  taxCodes: { A: number; B: number; C: number; D: number }
  username: string
  password: string
  certSerialHex: string
  certificatePem: string
  pfxKind: 'modern' | 'legacy'
  pfxBase64: string
  pfxPassword: string
  approved: boolean
  /** The authority's message while the device is blocked, else null. */
  blocked: string | null
  /** The authority's message while it demands a new registration, else null. */
  reRegister: string | null
  registrations: number
  firstRegisteredAtMs: number | null
  createdAtMs: number
}

export type VatTotal = { rate: string; netCents: number; taxCents: number }
export type Payment = { type: string; cents: number }
export type ReceiptItem = {
  id: string
  description: string
  quantity: string
  taxCode: string
  cents: number
}

/** The figures of one receipt as read from its XML; amounts in integer cents. */
export type ReceiptFacts = {
  date: string
  time: string
  tin: string
  regId: string
  serial: string
  customerIdType: string
  customerId: string
  customerName: string
  customerMobile: string
  rctnum: string
  dc: number
  gc: number
  znum: string
  rctvnum: string
  items: ReceiptItem[]
  totalExclCents: number
  totalInclCents: number
  discountCents: number
  payments: Payment[]
  vatTotals: VatTotal[]
}

export type ReceiptRecord = ReceiptFacts & {
  certkey: string
  /** The signed slice, byte for byte, as UTF-8 text. */
  content: string
  /** SHA-256 of the signed slice and of the whole request body, in hex. */
  sha256: string
  bodySha256: string
  receivedAtMs: number
  /** From when the portal shows it; null while it is lost behind an acknowledgement. */
  visibleAtMs: number | null
  resends: number
  flags: string[]
}

export type ZReportFacts = {
  date: string
  time: string
  headerLines: string[]
  vrn: string
  tin: string
  taxOffice: string
  regId: string
  znumber: string
  serial: string
  registrationDate: string
  user: string
  fixedTexts: string[]
  dailyTotalCents: number
  grossCents: number
  correctionCents: number
  discountCents: number
  surchargeCents: number
  ticketsVoid: number
  ticketsVoidCents: number
  ticketsFiscal: number
  ticketsNonFiscal: number
  vatTotals: VatTotal[]
  payments: Payment[]
}

export type ZReportRecord = ZReportFacts & {
  certkey: string
  content: string
  sha256: string
  bodySha256: string
  receivedAtMs: number
  resends: number
  flags: string[]
}

export type ApiCall = 'registration' | 'token' | 'receipt' | 'z-report'

/** One line of the log of everything that arrived. `status` is null when no answer was sent. */
export type ReceivedRecord = {
  number: number
  atMs: number
  call: ApiCall
  certkey: string | null
  subject: string | null
  status: number | null
  ackCode: number | null
  fault: string | null
  detail: string | null
  bytes: number
  bodySha256: string
  contentSha256: string | null
  /** Kept only for what was not taken into the ledger; never for token requests, which hold a password. */
  body: string | null
}

/** Everything that changes the ledger. The journal is a list of these. */
export type LedgerEntry =
  | { kind: 'device-issued'; device: DeviceRecord }
  | { kind: 'device-changed'; certkey: string; change: Partial<DeviceRecord> }
  | {
      kind: 'certificate-renewed'
      certkey: string
      certificate: Pick<DeviceRecord, 'certSerialHex' | 'certificatePem' | 'pfxBase64' | 'pfxPassword'>
    }
  | { kind: 'token-issued'; certkey: string; token: string; expiresAtMs: number }
  | { kind: 'tokens-revoked'; certkey: string }
  | { kind: 'receipt-accepted'; receipt: ReceiptRecord }
  | { kind: 'receipt-resent'; rctvnum: string; visibleAtMs: number | null }
  | { kind: 'z-accepted'; report: ZReportRecord }
  | { kind: 'z-resent'; certkey: string; znumber: string }
  | { kind: 'received'; received: ReceivedRecord }
  | { kind: 'settings-changed'; settings: Settings }
  | { kind: 'reset'; keepDevices: boolean }
