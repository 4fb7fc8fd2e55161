import type { Updateable } from 'kysely'
import type { Db } from '../schema.ts'
import type { ConnectionScope, StoredStep } from './documents.ts'
import type { AccountingStepsTable } from './tables.ts'

/** The steps of an invoice in their order. */
export async function listSteps(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  invoiceId: string,
): Promise<StoredStep[]> {
  return await db
    .selectFrom('accounting_steps')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .orderBy('step')
    .execute()
}

/**
 * Brings the steps of an invoice to a plan. What was never sent, or was refused, is made again from the invoice as it is
 * now, under a new key; what was sent stays.
 */
export async function savePlan(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  invoiceId: string,
  plan: readonly { readonly step: string; readonly position: number; readonly key: string }[],
): Promise<void> {
  await db
    .deleteFrom('accounting_steps')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'waiting')
    .execute()
  await insertSteps(db, { companyId, connectionId }, invoiceId, plan)
}

/** Adds steps that wait; one that is there already only gets its position. */
export async function insertSteps(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  invoiceId: string,
  plan: readonly { readonly step: string; readonly position: number; readonly key: string }[],
): Promise<void> {
  if (plan.length === 0) return
  await db
    .insertInto('accounting_steps')
    .values(
      plan.map(({ step, position, key }) => ({
        ...{ company_id: companyId, connection_id: connectionId, invoice_id: invoiceId, step, position },
        ...{ state: 'waiting' as const, request_key: key },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'connection_id', 'invoice_id', 'step'])
        .doUpdateSet((excluded) => ({ position: excluded.ref('excluded.position') })),
    )
    .execute()
}

export async function updateStep(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  { invoice_id, step }: Pick<StoredStep, 'invoice_id' | 'step'>,
  change: Pick<
    Updateable<AccountingStepsTable>,
    'state' | 'instruction' | 'their_id' | 'sent_at' | 'request_key'
  >,
): Promise<void> {
  await db
    .updateTable('accounting_steps')
    .set(change)
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('invoice_id', '=', invoice_id)
    .where('step', '=', step)
    .execute()
}
