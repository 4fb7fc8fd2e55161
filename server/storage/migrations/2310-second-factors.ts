import { type Kysely, sql } from 'kysely'

/** The optional second factor of accounts: the sealed secret of the authenticator app, and hashed recovery codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_factors (
      user_id uuid primary key references users, sealed_secret text not null, confirmed_at timestamptz,
      last_step bigint not null default 0, created_at timestamptz not null
    );
    create table recovery_codes (
      user_id uuid not null references second_factors on delete cascade, code_hash text not null,
      used_at timestamptz, primary key (user_id, code_hash)
    );
  `.execute(db)
}
