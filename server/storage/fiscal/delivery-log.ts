import type { Attempt } from '#domain/fiscal/attempt.ts'
import type { Db } from '../schema.ts'

export type LoggedDelivery = {
  readonly companyId: string
  readonly identityId: string
  /** `receipt:<gc>` or `z:<day>`. */
  readonly subject: string
  /** Outcome of the attempt, or `repair`. */
  readonly kind: string
  readonly attempt: Attempt
  readonly replacedBytes?: string
}

/** Adds attempts and repairs to the delivery log, for the audit. */
export async function insertDeliveryLog(db: Db, entries: readonly LoggedDelivery[]): Promise<void> {
  if (entries.length === 0) return
  await db
    .insertInto('delivery_log')
    .values(
      entries.map(({ companyId, identityId, subject, kind, attempt, replacedBytes }) => ({
        company_id: companyId,
        identity_id: identityId,
        subject,
        at: attempt.at,
        kind,
        http_status: attempt.httpStatus,
        ack_code: attempt.ackCode,
        ack_message: attempt.ackMessage,
        bytes_sha256: attempt.bytesSha256,
        replaced_bytes: replacedBytes ?? null,
        took_ms: Math.round(attempt.tookMs),
      })),
    )
    .execute()
}
