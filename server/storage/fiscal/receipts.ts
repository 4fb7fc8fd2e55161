import type { Selectable } from 'kysely'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import type { FiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import type { DeliveryState } from '#domain/invoices/invoice.ts'
import { type Cents, toCents } from '#domain/money/cents.ts'
import { parseDay, parseInteger, parseMoment, parseNullableMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope, IdentityScope } from '../scope.ts'
import { bringForward } from './due-work.ts'
import type { FiscalIdentity } from './identities.ts'
import type { ReceiptsTable } from './tables.ts'

/** A numbered and signed receipt and how far its delivery came. */
export type StoredReceipt = {
  readonly companyId: string
  readonly invoiceId: string
  readonly identityId: string
  readonly gc: number
  readonly day: FiscalDay
  readonly time: string
  readonly rctvnum: string
  readonly total: Cents
  readonly signedBytes: string
  readonly certSerialHeader: string
  readonly delivery: DeliveryState
  readonly ackCode: string | null
  readonly ackMessage: string | null
  readonly attempts: number
  readonly nextAttemptAt: Instant | null
  readonly acknowledgedAt: Instant | null
  readonly unknownSince: Instant | null
  readonly lookUps: number
  readonly issuedAt: Instant
}

export function toReceipt(row: Selectable<ReceiptsTable>): StoredReceipt {
  return {
    companyId: row.company_id,
    invoiceId: row.invoice_id,
    identityId: row.identity_id,
    gc: parseInteger(row.gc),
    day: parseDay(row.day),
    time: row.time,
    rctvnum: row.rctvnum,
    total: toCents(parseInteger(row.total)),
    signedBytes: row.signed_bytes,
    certSerialHeader: row.cert_serial_header,
    delivery: row.delivery,
    ackCode: row.ack_code,
    ackMessage: row.ack_message,
    attempts: row.attempts,
    nextAttemptAt: parseNullableMoment(row.next_attempt_at),
    acknowledgedAt: parseNullableMoment(row.acknowledged_at),
    unknownSince: parseNullableMoment(row.unknown_since),
    lookUps: row.look_ups,
    issuedAt: parseMoment(row.issued_at),
  }
}

/** Stores newly numbered receipts. One invoice has one receipt, one number is used once (SQLSTATE 23505). */
export async function insertReceipts(
  db: Db,
  scope: CompanyScope,
  receipts: readonly {
    readonly invoiceId: string
    readonly identity: Pick<FiscalIdentity, 'id' | 'certSerialHeader'>
    readonly receipt: FiscalReceipt
    readonly signedBytes: string
  }[],
  now: Instant,
): Promise<void> {
  await db
    .insertInto('receipts')
    .values(
      receipts.map(({ invoiceId, identity, receipt, signedBytes }) => ({
        company_id: scope.companyId,
        invoice_id: invoiceId,
        identity_id: identity.id,
        gc: receipt.numbers.gc,
        dc: receipt.numbers.dc,
        day: receipt.numbers.issuedDay,
        time: receipt.numbers.issuedTime,
        rctvnum: receipt.numbers.rctvnum,
        total: Number(receipt.totalIncludingTax),
        signed_bytes: signedBytes,
        cert_serial_header: identity.certSerialHeader,
        delivery: 'numbered' as const,
        ack_code: null,
        ack_message: null,
        issued_at: receipt.numbers.issuedAt,
      })),
    )
    .execute()
  for (const identityId of new Set(receipts.map(({ identity }) => identity.id)))
    await bringForward(db, scope, identityId, 'send', now)
}

/** The receipt of an invoice. */
export async function findReceipt(
  db: Db,
  scope: CompanyScope,
  invoiceId: string,
): Promise<StoredReceipt | undefined> {
  const row = await db
    .selectFrom('receipts')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return row && toReceipt(row)
}

/** The receipt with the highest number of an identity. */
export async function findLastReceipt(
  db: Db,
  identity: IdentityScope,
): Promise<Pick<StoredReceipt, 'rctvnum' | 'issuedAt' | 'total'> | undefined> {
  const row = await db
    .selectFrom('receipts')
    .select(['rctvnum', 'issued_at', 'total'])
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .orderBy('gc', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      rctvnum: row.rctvnum,
      issuedAt: parseMoment(row.issued_at),
      total: toCents(parseInteger(row.total)),
    }
  )
}

/** How many receipts of an identity need a person: refused, parked, or missing on the authority's portal. */
export async function countRefusedReceipts(db: Db, identity: IdentityScope): Promise<number> {
  const row = await db
    .selectFrom('receipts')
    .select((select) => select.fn.countAll<string>().as('refused'))
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', 'in', ['rejected', 'parked', 'missing'])
    .executeTakeFirstOrThrow()
  return parseInteger(row.refused)
}

/** Replaces the signed bytes after a repair: the numbers stay, the delivery starts again. */
export async function updateReceiptBytes(
  db: Db,
  scope: CompanyScope,
  invoiceId: string,
  repaired: {
    readonly signedBytes: string
    readonly certSerialHeader: string
  },
): Promise<void> {
  await db
    .updateTable('receipts')
    .set({
      signed_bytes: repaired.signedBytes,
      cert_serial_header: repaired.certSerialHeader,
      delivery: 'numbered',
      ack_code: null,
      ack_message: null,
      next_attempt_at: null,
    })
    .where('company_id', '=', scope.companyId)
    .where('invoice_id', '=', invoiceId)
    .execute()
}

/** The signed receipts of one day of an identity, in their order, for the day's report. */
export async function listDayReceipts(
  db: Db,
  identity: IdentityScope,
  day: FiscalDay,
): Promise<{ readonly signedBytes: string; readonly delivery: DeliveryState }[]> {
  return db
    .selectFrom('receipts')
    .select(['signed_bytes as signedBytes', 'delivery'])
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('day', '=', day)
    .orderBy('gc')
    .execute()
}

/** What the receipts of an identity add up to from the first one until a day, without that day. */
export async function sumReceiptsBefore(db: Db, identity: IdentityScope, day: FiscalDay): Promise<Cents> {
  const row = await db
    .selectFrom('receipts')
    .select((select) => select.fn.sum<string | null>('total').as('total'))
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('day', '<', day)
    .executeTakeFirstOrThrow()
  return toCents(parseInteger(row.total ?? '0'))
}

/** The receipt of an identity that has a number already: for ever, or on its day. */
export async function findReceiptByNumbers(
  db: Db,
  scope: CompanyScope,
  identityId: string,
  numbers: Pick<FiscalReceipt['numbers'], 'gc' | 'dc' | 'issuedDay'>,
): Promise<StoredReceipt | undefined> {
  const row = await db
    .selectFrom('receipts')
    .selectAll()
    .where('company_id', '=', scope.companyId)
    .where('identity_id', '=', identityId)
    .where((where) =>
      where.or([
        where('gc', '=', String(numbers.gc)),
        where.and([where('day', '=', numbers.issuedDay), where('dc', '=', numbers.dc)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row && toReceipt(row)
}

/** Stores the delivery state of a returned receipt as the phone knew it. */
export async function updateReturnedDelivery(
  db: Db,
  scope: CompanyScope,
  invoiceId: string,
  known: Pick<StoredReceipt, 'delivery' | 'ackCode' | 'ackMessage' | 'unknownSince' | 'acknowledgedAt'>,
): Promise<void> {
  await db
    .updateTable('receipts')
    .set({
      delivery: known.delivery,
      ack_code: known.ackCode,
      ack_message: known.ackMessage,
      unknown_since: known.unknownSince,
      acknowledged_at: known.acknowledgedAt,
    })
    .where('company_id', '=', scope.companyId)
    .where('invoice_id', '=', invoiceId)
    .execute()
}

type TroubledReceipt = NonNullable<EndpointAnswer<'fiscal.status'>['troubled']>[number]

/** Limit of the list: more than a person can go through. */
const MAX_LISTED = 50

/**
 * Receipts of a company that need a person, by number, at most 50: refused, parked, or acknowledged and then missing
 * on the authority's portal. Of one operator's invoices, when one is named.
 */
export async function listTroubledReceipts(
  db: Db,
  scope: CompanyScope,
  operatorId?: string,
): Promise<TroubledReceipt[]> {
  let receipts = db
    .selectFrom('receipts')
    .select(['invoice_id', 'gc', 'rctvnum', 'delivery', 'ack_code', 'ack_message'])
    .where('company_id', '=', scope.companyId)
    .where('delivery', 'in', ['rejected', 'parked', 'missing'])
    .orderBy('gc')
    .limit(MAX_LISTED)
  if (operatorId !== undefined) {
    receipts = receipts.where('invoice_id', 'in', (invoices) =>
      invoices
        .selectFrom('invoices')
        .select('id')
        .where('company_id', '=', scope.companyId)
        .where('operator_id', '=', operatorId),
    )
  }
  const rows = await receipts.execute()
  return rows.flatMap((row) => {
    const { delivery } = row
    if (delivery !== 'rejected' && delivery !== 'parked' && delivery !== 'missing') return []
    return [
      {
        invoiceId: row.invoice_id,
        gc: parseInteger(row.gc),
        rctvnum: row.rctvnum,
        delivery,
        ackCode: row.ack_code,
        ackMessage: row.ack_message,
      },
    ]
  })
}
