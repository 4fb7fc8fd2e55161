import { type Insertable, type Selectable, sql } from 'kysely'
import type { ApiKeyMode } from '#domain/api-keys/api-key.ts'
import type { WebhookEvent } from '#domain/webhooks/webhook.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { WebhooksTable } from './tables.ts'

export type StoredWebhook = Selectable<WebhooksTable>

/** The addresses of a company, newest first. */
export async function listWebhooks(db: Db, { companyId }: CompanyScope): Promise<StoredWebhook[]> {
  return await db
    .selectFrom('webhooks')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Stores an address; `false` when its id is taken. */
export async function insertWebhook(
  db: Db,
  { companyId }: CompanyScope,
  webhook: Omit<Insertable<WebhooksTable>, 'company_id'>,
): Promise<boolean> {
  const row = await db
    .insertInto('webhooks')
    .values({ ...webhook, company_id: companyId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** One address of the company, locked until the transaction ends. */
export async function lockWebhook(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
): Promise<StoredWebhook | undefined> {
  return await db
    .selectFrom('webhooks')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Ids of the addresses that asked for an event. None of them is removed until the transaction ends. */
export async function lockWebhooksFor(
  db: Db,
  { companyId }: CompanyScope,
  event: WebhookEvent,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`${event} = any(events)`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateWebhook(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  changes: Partial<
    Pick<
      StoredWebhook,
      'active' | 'stopped_by' | 'secret' | 'previous_secret' | 'previous_until' | 'change_id' | 'since'
    >
  >,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Deletes an address with all messages to it; `false` when there is none. */
export async function deleteWebhook(db: Db, { companyId }: CompanyScope, id: string): Promise<boolean> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', id)
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The addresses of all companies that have something to read or to send now, as ids. Only for the jobs. */
export async function listWebhooksToDrain(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks as w')
    .innerJoin('company_feeds as feed', 'feed.company_id', 'w.company_id')
    .select('w.id')
    .where('w.active', '=', true)
    .where((where) =>
      where.or([
        sql<boolean>`feed.change_seq > w.change_id`,
        where.exists(
          where
            .selectFrom('webhook_deliveries as d')
            .select('d.id')
            .whereRef('d.company_id', '=', 'w.company_id')
            .whereRef('d.webhook_id', '=', 'w.id')
            .where('d.state', '=', 'waiting')
            .where('d.next_attempt_at', '<=', now),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** The company in which the events of an address happen; `test`: it is the sandbox of one. */
export type WebhookPlace = CompanyScope & { readonly mode: ApiKeyMode }

/** Whether what happens in a company is live, or a test because it is a sandbox. */
export async function findModeOfCompany(db: Db, { companyId }: CompanyScope): Promise<ApiKeyMode> {
  const row = await db
    .selectFrom('companies')
    .select('sandbox_of')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return row.sandbox_of === null ? 'live' : 'test'
}

/** The company of an address that a job names. */
export async function findPlaceOfWebhook(db: Db, id: string): Promise<WebhookPlace | undefined> {
  const row = await db
    .selectFrom('webhooks as w')
    .innerJoin('companies as c', 'c.id', 'w.company_id')
    .select(['w.company_id', 'c.sandbox_of'])
    .where('w.id', '=', id)
    .executeTakeFirst()
  return row && { companyId: row.company_id, mode: row.sandbox_of === null ? 'live' : 'test' }
}
