import { toCents } from '#domain/money/cents.ts'
import type { SubscriptionPaymentFields } from '#domain/subscription/check-payment.ts'
import type { SubscriptionPayment } from '#domain/subscription/subscription.ts'
import { parseDay, parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** What a company paid to the provider, newest first, canceled ones included. */
export async function listSubscriptionPayments(
  db: Db,
  { companyId }: CompanyScope,
): Promise<SubscriptionPayment[]> {
  const rows = await db
    .selectFrom('subscription_payments')
    .where('company_id', '=', companyId)
    .select(['id', 'day', 'years', 'installation', 'amount', 'type', 'reference', 'canceled'])
    .select('receipt_number as receiptNumber')
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    day: parseDay(row.day),
    amount: toCents(parseInteger(row.amount)),
  }))
}

/** Writes a payment; `false` when its id is taken, as by a request that arrives again. */
export async function insertSubscriptionPayment(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  fields: SubscriptionPaymentFields,
  recorded: { readonly by: string; readonly at: string },
): Promise<boolean> {
  const { receiptNumber, ...columns } = fields
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscription_payments')
    .values({
      ...columns,
      id,
      canceled: false,
      company_id: companyId,
      receipt_number: receiptNumber,
      recorded_by: recorded.by,
      recorded_at: recorded.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Takes a payment of a company out of the count; `false` when nothing changed. */
export async function cancelSubscriptionPayment(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscription_payments')
    .set({ canceled: true })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('canceled', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
