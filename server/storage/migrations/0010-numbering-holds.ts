import { type Kysely, sql } from 'kysely'

/**
 * What a restored backup leaves to be cleared up: from which number on receipts may be missing here, and which phones
 * have to come back before numbers are given again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table numbering_holds (
      identity_id uuid not null references fiscal_identities, epoch uuid not null,
      company_id uuid not null references companies, opened_at timestamptz not null, backup_at timestamptz not null,
      from_gc bigint not null, prior_state text not null, prior_reason text not null,
      released_at timestamptz, released_by uuid, primary key (identity_id, epoch)
    );
    create unique index numbering_holds_open on numbering_holds (identity_id) where released_at is null;
    create table awaited_devices (
      company_id uuid not null references companies, epoch uuid not null, device_id uuid not null,
      user_id uuid not null, expected boolean not null, returned_at timestamptz, receipts int not null default 0,
      primary key (company_id, epoch, device_id, user_id)
    );
  `.execute(db)
}
