import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/**
 * Makes the links of invoices lead to them. One that leads somewhere already stays as it is: a phone that claims
 * another's token changes nothing and learns nothing.
 */
export async function insertPublicReceipts(
  db: Db,
  scope: CompanyScope,
  invoices: readonly Invoice[],
): Promise<void> {
  const links = invoices.flatMap(({ id, slipToken }) =>
    slipToken === undefined ? [] : [{ token: slipToken, company_id: scope.companyId, invoice_id: id }],
  )
  if (links.length === 0) return
  await db
    .insertInto('slips')
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The invoice of a receipt link. A caller with the link may see that one receipt: the token itself is the
 * right.
 */
export async function findPublicReceipt(
  db: Db,
  token: string,
): Promise<{ readonly scope: CompanyScope; readonly invoiceId: string } | undefined> {
  // Of two companies with the same token, which can be on two machines, the one that sold first is meant.
  const row = await db
    .selectFrom('slips')
    .leftJoin('receipts', (join) =>
      join
        .onRef('receipts.company_id', '=', 'slips.company_id')
        .onRef('receipts.invoice_id', '=', 'slips.invoice_id'),
    )
    .select(['slips.company_id', 'slips.invoice_id'])
    .where('slips.token', '=', token)
    .orderBy('receipts.issued_at')
    .limit(1)
    .executeTakeFirst()
  return row && { scope: { companyId: row.company_id }, invoiceId: row.invoice_id }
}
