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
import { type FiscalIdentity, findIdentity } from '../../storage/fiscal/identities.ts'
import { listHolds } from '../../storage/fiscal/numbering-holds.ts'
import { listDayReceipts, sumReceiptsBefore } from '../../storage/fiscal/receipts.ts'
import {
  findLastZReport,
  insertZReport,
  listUnsentDays,
  replaceZReport,
} from '../../storage/fiscal/z-reports.ts'
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

/**
 * Makes the Z reports of every closed day that has none, oldest first, days without sales included, from the first
 * day of use. Stops at a day whose receipts are still on their way. The figures come from the issued receipts, so
 * waiting does not change them. Returns how many were made.
 */
export async function closeDays(services: Services, scope: IdentityScope): Promise<number> {
  const { db } = services
  const identity = await findIdentity(db, scope)
  if (identity === undefined) return 0
  const now = toInstant(services.clock.now())
  const lastDay = lastClosableDay(now)
  const last = await findLastZReport(db, scope)
  let day = last ? addDays(last.day, 1) : identity.registeredDay
  if (day > lastDay) return 0
  // The day of the last restore: only then phones return receipts, and reports of days before it may have been sent already.
  const [lastHold] = (await listHolds(db, scope))
    .filter(({ identityId }) => identityId === scope.id)
    .slice(-1)
  const restored = lastHold && fiscalDayOf(lastHold.openedAt)
  let gross = last && !restored ? last.report.gross : await grossBefore(db, identity, day)
  let insertedCount = 0
  const table = await companyRates(db, identity)
  for (; day <= lastDay; day = addDays(day, 1)) {
    const receipts = await listDayReceipts(db, scope, day)
    const waitedMs = instantMs(now) - instantMs(startOfDay(addDays(day, 1)))
    if (waitedMs < WAIT_FOR_RECEIPTS_MS && receipts.some(({ delivery }) => !SETTLED_STATES.has(delivery)))
      break
    const signed = signReport(services, identity, table, day, { grossBefore: gross, receipts })
    // Another process may have closed the day meanwhile, with the same figures.
    const delivery = restored !== undefined && day < restored ? 'unknown' : 'waiting'
    if (await insertZReport(db, { ...signed, delivery })) insertedCount += 1
    gross = signed.report.gross
  }
  return insertedCount
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
