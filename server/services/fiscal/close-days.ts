import {
  addDays,
  DAY_MS,
  type FiscalDay,
  fiscalDayOf,
  type Instant,
  instantMs,
  startOfDay,
  toInstant,
} from '#domain/calendar/east-africa.ts'
import { zReport } from '#domain/fiscal/z-report.ts'
import type { DeliveryState } from '#domain/invoices/invoice.ts'
import { type Cents, toCents } from '#domain/money/cents.ts'
import { letterRates, type TaxRate } from '#domain/tax/rate-table.ts'
import { readReceiptDocument } from '../../gateways/tra/read-receipt-document.ts'
import { envelope, signElement } from '../../gateways/tra/sign.ts'
import { headerLinesOf, ratesOf, type ZDevice, zReportElement } from '../../gateways/tra/z-document.ts'
import { bringForward } from '../../storage/fiscal/due-work.ts'
import { type FiscalIdentity, findIdentity, lockIdentity } from '../../storage/fiscal/identities.ts'
import { listHolds } from '../../storage/fiscal/numbering-holds.ts'
import { listDayReceipts, sumReceiptsBefore } from '../../storage/fiscal/receipts.ts'
import {
  findLastZReport,
  insertZReport,
  listUnsentDays,
  replaceZReport,
} from '../../storage/fiscal/z-reports.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { IdentityScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import { companyRates } from './company-rates.ts'

/** A day is closed this long after its end: the report is made at 00:05 (field practice). */
const AFTER_MIDNIGHT_MS = 5 * 60_000
/** A receipt without answer holds its day's report up for at most this long after the end of the day. */
const WAIT_FOR_RECEIPTS_MS = DAY_MS

const SETTLED_STATES: ReadonlySet<DeliveryState> = new Set(['acknowledged', 'verified', 'parked', 'missing'])

/** The last day that can be closed at a moment. */
export function lastClosableDay(now: Instant): FiscalDay {
  return addDays(fiscalDayOf(toInstant(instantMs(now) - AFTER_MIDNIGHT_MS)), -1)
}

/** From when on a day can be closed. */
export function closableFrom(day: FiscalDay): Instant {
  return toInstant(instantMs(startOfDay(addDays(day, 1))) + AFTER_MIDNIGHT_MS)
}

/** What the report says of the device. Letters the registration does not name have the rate of the dated table. */
function zDevice(identity: FiscalIdentity, table: readonly TaxRate[], day: FiscalDay): ZDevice {
  const { registration, tin, certKey, registeredDay } = identity
  const registered = ratesOf(registration.taxCodes)
  return {
    headerLines: headerLinesOf(registration),
    vrn: registration.vrn,
    tin,
    taxOffice: registration.taxOffice,
    regId: registration.regId,
    efdSerial: certKey,
    registrationDate: registeredDay,
    uin: registration.uin,
    rates: { ...letterRates(table, day), ...(registered.B !== undefined && { B: registered.B }) },
  }
}

/** The report of a day over the gross of all receipts before it, signed with the certificate in use. */
function signReport(
  services: Pick<Services, 'encryption'>,
  identity: FiscalIdentity,
  table: readonly TaxRate[],
  day: FiscalDay,
  sold: { readonly grossBefore: Cents; readonly receipts: readonly { readonly signedBytes: string }[] },
) {
  const device = zDevice(identity, table, day)
  const rates = { ...letterRates(table, day), ...device.rates }
  const documents = sold.receipts.map(({ signedBytes }) => readReceiptDocument(signedBytes))
  const report = zReport(day, sold.grossBefore, documents, rates)
  const element = zReportElement(report, device)
  const privateKeyPem = services.encryption.decrypt(identity.encryptedPrivateKey)
  const signedBytes = envelope(element, signElement(element, privateKeyPem))
  const { companyId, id: identityId, certSerialHeader } = identity
  return { companyId, identityId, day, report, signedBytes, certSerialHeader }
}

/**
 * What was sold before a day, over the gross that the registration began with. After a restore it is summed from the
 * receipts and not taken from the last report: a phone may have returned one of a day that was reported without it.
 */
async function grossBefore(db: Db, identity: FiscalIdentity, day: FiscalDay): Promise<Cents> {
  return toCents(identity.openingGross + (await sumReceiptsBefore(db, identity, day)))
}

/** A closed day without a report, and what its report is made of. */
type ClosableDay = {
  readonly day: FiscalDay
  readonly grossBefore: Cents
  readonly receipts: readonly { readonly signedBytes: string }[]
  /** The authority may have a report of it already: only a lost one is made again for a day before a restore. */
  readonly mayBeSent: boolean
}

/** The oldest closed day without a report; `undefined` when there is none, or its receipts are still on their way. */
async function findClosableDay(
  db: Db,
  identity: FiscalIdentity,
  now: number,
): Promise<ClosableDay | undefined> {
  const last = await findLastZReport(db, identity)
  const day = last ? addDays(last.day, 1) : identity.registeredDay
  if (day > lastClosableDay(toInstant(now))) return undefined
  const receipts = await listDayReceipts(db, identity, day)
  const waitedMs = now - instantMs(startOfDay(addDays(day, 1)))
  const isWaiting = receipts.some(({ delivery }) => !SETTLED_STATES.has(delivery))
  if (isWaiting && waitedMs < WAIT_FOR_RECEIPTS_MS) return undefined
  // The day of the last restore: only then phones return receipts.
  const holds = await listHolds(db, identity)
  const hold = holds.filter(({ identityId }) => identityId === identity.id).at(-1)
  const restored = hold && fiscalDayOf(hold.openedAt)
  return {
    day,
    grossBefore: last && !restored ? last.report.gross : await grossBefore(db, identity, day),
    receipts,
    mayBeSent: restored !== undefined && day < restored,
  }
}

/**
 * Makes the next report under the lock of the identity, which every receipt of it takes first, also one that a phone
 * returns: the report has it, or is there to be made again. Returns whether there was one to make.
 */
async function closeNextDay(services: Services, scope: IdentityScope, now: number): Promise<boolean> {
  return await inTransaction(services.db, async (tx) => {
    const identity = await lockIdentity(tx, scope)
    const closable = identity && (await findClosableDay(tx, identity, now))
    if (!closable) return false
    const table = await companyRates(tx, identity)
    const signed = signReport(services, identity, table, closable.day, closable)
    return await insertZReport(tx, { ...signed, delivery: closable.mayBeSent ? 'unknown' : 'waiting' })
  })
}

/**
 * Makes the Z reports of every closed day that has none, oldest first, days without sales included, from the first
 * day of use. Stops at a day whose receipts are still on their way. The figures come from the issued receipts, so
 * waiting does not change them. Returns how many were made.
 */
export async function closeDays(services: Services, scope: IdentityScope): Promise<number> {
  const identity = await findIdentity(services.db, scope)
  const now = services.clock.now()
  // Looked at first without the lock: after most receipts there is no day to close.
  if (identity === undefined || !(await findClosableDay(services.db, identity, now))) return 0
  let made = 0
  while (await closeNextDay(services, scope, now)) made += 1
  return made
}

/**
 * Makes the reports from a day on again that the authority does not have, after a receipt of that day was returned. One
 * that it has, or may have, stays as it was sent; the gross of the next ones includes the receipt.
 */
export async function remakeReports(
  services: Pick<Services, 'encryption'>,
  tx: Db,
  identity: FiscalIdentity,
  from: FiscalDay,
  at: Instant,
): Promise<void> {
  const days = await listUnsentDays(tx, identity, from)
  if (days.length === 0) return
  const table = await companyRates(tx, identity)
  for (const day of days) {
    const receipts = await listDayReceipts(tx, identity, day)
    const sold = { grossBefore: await grossBefore(tx, identity, day), receipts }
    await replaceZReport(tx, signReport(services, identity, table, day, sold))
  }
  await bringForward(tx, identity, identity.id, 'close', at)
}
