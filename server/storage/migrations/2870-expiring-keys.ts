import { type Kysely, sql } from 'kysely'

/** When programs were notified that a key ends, so that each end is announced once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_secrets add column expiry_announced_at timestamptz;
    create index api_secrets_expiring on api_secrets (expires_at)
      where expires_at is not null and expiry_announced_at is null;
  `.execute(db)
}
