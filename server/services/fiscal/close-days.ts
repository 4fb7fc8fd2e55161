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
import { letterRates, type TaxRate } from '#domain/tax/rate-table.ts'
import { readReceiptDocument } from '../../gateways/tra/read-receipt-document.ts'
import { envelope, signElement } from '../../gateways/tra/sign.ts'
import { headerLinesOf, ratesOf, type ZDevice, zReportElement } from '../../gateways/tra/z-document.ts'
import { type FiscalIdentity, findIdentity } from '../../storage/fiscal/identities.ts'
import { listDayReceipts } from '../../storage/fiscal/receipts.ts'
import { findLastZReport, insertZReport } from '../../storage/fiscal/z-reports.ts'
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

/**
 * Makes the Z reports of every closed day that has none, oldest first, days without sales included, from the first
 * day of use. Stops at a day whose receipts are still on their way. The figures come from the issued receipts, so
 * waiting does not change them. Returns how many were made.
 */
export async function closeDays(services: Services, scope: IdentityScope): Promise<number> {
  const identity = await findIdentity(services.db, scope)
  if (identity === undefined) return 0
  const now = toInstant(services.clock.now())
  const lastDay = lastClosableDay(now)
  const last = await findLastZReport(services.db, scope)
  let day = last ? addDays(last.day, 1) : identity.registeredDay
  let gross = last ? last.report.gross : identity.openingGross
  const privateKeyPem = day <= lastDay ? services.encryption.decrypt(identity.encryptedPrivateKey) : ''
  let insertedCount = 0
  const table = await companyRates(services.db, identity)
  for (; day <= lastDay; day = addDays(day, 1)) {
    const receipts = await listDayReceipts(services.db, scope, day)
    const waitedMs = instantMs(now) - instantMs(startOfDay(addDays(day, 1)))
    if (waitedMs < WAIT_FOR_RECEIPTS_MS && receipts.some(({ delivery }) => !SETTLED_STATES.has(delivery)))
      break
    const device = zDevice(identity, table, day)
    const rates = { ...letterRates(table, day), ...device.rates }
    const report = zReport(
      day,
      gross,
      receipts.map(({ signedBytes }) => readReceiptDocument(signedBytes)),
      rates,
    )
    const element = zReportElement(report, device)
    const signedBytes = envelope(element, signElement(element, privateKeyPem))
    const { companyId, id: identityId, certSerialHeader } = identity
    // Another process may have closed the day meanwhile, with the same figures.
    if (
      await insertZReport(services.db, { companyId, identityId, day, report, signedBytes, certSerialHeader })
    )
      insertedCount += 1
    gross = report.gross
  }
  return insertedCount
}
