import type { Db } from '../schema.ts'
import { updateConnection } from './connections.ts'
import type { ConnectionScope } from './documents.ts'

const TABLES = [
  'accounting_steps',
  'accounting_documents',
  'accounting_inbox',
  'accounting_contacts',
] as const

/**
 * Forgets what was planned for the books of a connection and read from them, and when it began; `false`, and nothing
 * changes, when something may have been written there, or a draft here began there.
 */
export async function startOver(db: Db, scope: ConnectionScope): Promise<boolean> {
  const { companyId, connectionId } = scope
  // A process marks a step under the lock of its document before it sends it.
  await db
    .selectFrom('accounting_documents')
    .select('invoice_id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .orderBy('invoice_id')
    .forUpdate()
    .execute()
  const sent = await db
    .selectFrom('accounting_steps')
    .select('step')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('state', '<>', 'waiting')
    .limit(1)
    .executeTakeFirst()
  const taken = await db
    .selectFrom('accounting_inbox')
    .select('their_id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('invoice_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (sent || taken) return false
  for (const table of TABLES) {
    await db
      .deleteFrom(table)
      .where('company_id', '=', companyId)
      .where('connection_id', '=', connectionId)
      .execute()
  }
  await updateConnection(db, scope, connectionId, {
    ...{ since: null, planned_up_to: null, sent_at: null, compared_at: null, comparison: null },
    ...{ pull_from: null, pulled_at: null, next_pull_at: null },
  })
  return true
}
